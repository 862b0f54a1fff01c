-- Returns from when on one more call may be made, not before `earliest`, so that no `width` microseconds hold more than
-- `most` calls. A paced window admits half of them as they come and spreads the rest evenly until the first one
-- expires, as SlidingWindow (bot/platforms/windows.py) does.
CREATE FUNCTION next_call(begins bigint[], ends bigint[], most bigint, width bigint, paced boolean, earliest bigint)
RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    moment bigint := earliest;
    live bigint;
    first_end bigint;
    last_begin bigint;
    spread bigint;
BEGIN
    LOOP
        SELECT count(*), min(call.stop), max(call.start) INTO live, first_end, last_begin
            FROM unnest(begins, ends) AS call (start, stop) WHERE call.stop + width > moment;
        IF live >= most THEN
            SELECT stop + width INTO moment FROM unnest(ends) AS stop
                WHERE stop + width > moment ORDER BY stop OFFSET live - most LIMIT 1;
            CONTINUE;
        END IF;
        EXIT WHEN NOT paced OR 2 * (most - live) >= most;
        spread := last_begin + (first_end + width - last_begin) / (most - live + 1);
        EXIT WHEN spread <= moment;
        moment := least(spread, first_end + width);
    END LOOP;
    RETURN moment;
END
$$;

-- One exchange of one process about the calls of one bot; storage/limits.py says what is asked and answered. The calls
-- of a bot are counted by one process after the other: each of these statements sees what those before it did.
CREATE FUNCTION count_calls(question jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
    of_bot text := question ->> 'bot';
    me text := question ->> 'process';
    heard bigint := (question ->> 'heard')::bigint;
    moment bigint;
    known_since bigint;
    last_at bigint;
    each record;
    other record;
    starts bigint[];
    stops bigint[];
    place bigint;
    pause bigint;
    alike bigint;
    following bigint;
    calls jsonb := '[]';
    most bigint := (question #>> '{token,most}')::bigint;
    used bigint := (question #>> '{token,used}')::bigint;
    room bigint;
    processes bigint;
    target bigint := most;
    share bigint := most;
    lasts bigint := (question #>> '{token,lasts}')::bigint;
    longest bigint := 0;
BEGIN
    -- A count is no promise: a crash of the server may lose the last half second of it, no call waits for the disk.
    PERFORM set_config('synchronous_commit', 'off', true);
    PERFORM pg_advisory_xact_lock(2, hashtext(of_bot));
    moment := coalesce((question ->> 'at')::bigint, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);

    SELECT c.since, c.at INTO known_since, last_at FROM call_counters AS c WHERE c.bot = of_bot;
    IF last_at IS NULL OR ((question ->> 'first')::boolean AND last_at + (question ->> 'unknown')::bigint < moment) THEN
        known_since := moment;
    END IF;
    INSERT INTO call_counters AS c (bot, since, at) VALUES (of_bot, known_since, moment)
        ON CONFLICT (bot) DO UPDATE SET since = excluded.since, at = excluded.at;

    FOR each IN SELECT told.name, told.begun, told.was, told.ended
        FROM jsonb_to_recordset(question -> 'told') AS told (name text, begun bigint, was bigint, ended bigint)
    LOOP
        SELECT w.begins::bigint[], w.ends::bigint[] INTO starts, stops
            FROM call_windows AS w WHERE w.bot = of_bot AND w.name = each.name;
        IF NOT FOUND THEN
            starts := '{}';
            stops := '{}';
        END IF;
        SELECT min(n) INTO place FROM generate_subscripts(starts, 1) AS n
            WHERE starts[n] = each.begun AND stops[n] = each.was;
        IF place IS NOT NULL THEN
            starts := starts[:place - 1] || starts[place + 1:];
            stops := stops[:place - 1] || stops[place + 1:];
        END IF;
        IF each.ended IS NOT NULL THEN
            starts := starts || coalesce(each.begun, moment);
            stops := stops || each.ended;
        END IF;
        INSERT INTO call_windows AS w (bot, name, begins, ends, at)
            VALUES (of_bot, each.name, starts::text, stops::text, moment)
            ON CONFLICT (bot, name) DO UPDATE SET begins = excluded.begins, ends = excluded.ends, at = excluded.at;
    END LOOP;

    FOR each IN SELECT told.name, moment + told.last AS until, told.held, told.token, told.alike, told.near, told.longest
        FROM jsonb_to_recordset(question -> 'pauses') AS told
            (name text, last bigint, held boolean, token text, alike bigint, near bigint, longest bigint)
    LOOP
        INSERT INTO call_pauses AS p (bot, name, paused, held, changed)
            VALUES (of_bot, each.name, CASE WHEN each.held THEN 0 ELSE each.until END, each.until, moment)
            ON CONFLICT (bot, name) DO UPDATE SET
                paused = greatest(p.paused, excluded.paused), held = greatest(p.held, excluded.held), changed = moment;
        CONTINUE WHEN each.token IS NULL;
        SELECT count(*) INTO alike FROM call_pauses AS p WHERE p.bot = of_bot AND p.name <> each.token
            AND (abs(p.paused - each.until) <= each.near OR abs(p.held - each.until) <= each.near);
        IF alike >= each.alike THEN
            INSERT INTO call_pauses AS p (bot, name, paused, held, changed)
                VALUES (of_bot, each.token, least(each.until, moment + each.longest), 0, moment)
                ON CONFLICT (bot, name) DO UPDATE SET paused = greatest(p.paused, excluded.paused), changed = moment;
        END IF;
    END LOOP;

    FOR each IN SELECT wanted.name, wanted.most, wanted.width, wanted.paced, wanted.lasts, wanted.ahead, wanted.halved
        FROM jsonb_to_recordset(question -> 'wanted') AS wanted
            (name text, most bigint, width bigint, paced boolean, lasts bigint, ahead bigint, halved boolean)
    LOOP
        -- What was written later than now was written before the clock was set back.
        SELECT p.paused INTO pause FROM call_pauses AS p
            WHERE p.bot = of_bot AND p.name = each.name AND p.changed <= moment;
        pause := greatest(moment, coalesce(pause, 0));
        starts := '{}';
        stops := '{}';
        IF each.most > 0 THEN
            SELECT w.begins::bigint[], w.ends::bigint[] INTO starts, stops
                FROM call_windows AS w WHERE w.bot = of_bot AND w.name = each.name;
            IF NOT FOUND THEN
                place := CASE WHEN each.halved AND known_since + each.width > moment THEN each.most / 2 ELSE 0 END;
                starts := array_fill(known_since, ARRAY[place::integer]);
                stops := starts;
            END IF;
            SELECT coalesce(array_agg(call.start), '{}'), coalesce(array_agg(call.stop), '{}') INTO starts, stops
                FROM unnest(starts, stops) AS call (start, stop)
                WHERE call.stop + each.width > moment AND call.start <= moment + each.ahead;
            SELECT greatest(pause, max(start)) INTO pause FROM unnest(starts) AS start;
            place := next_call(starts, stops, each.most, each.width, each.paced, pause);
        ELSE
            place := pause;
        END IF;
        IF place > moment + each.ahead THEN
            -- Too far ahead to be promised: half of that before it comes, the process asks again.
            calls := calls || jsonb_build_object('wait', place - moment - each.ahead / 2);
            CONTINUE;
        END IF;
        following := place;
        longest := greatest(longest, place - moment);
        IF each.most > 0 THEN
            starts := starts || place;
            stops := stops || (place + each.lasts);
            following := next_call(starts, stops, each.most, each.width, each.paced, place);
            INSERT INTO call_windows AS w (bot, name, begins, ends, at)
                VALUES (of_bot, each.name, starts::text, stops::text, moment)
                ON CONFLICT (bot, name) DO UPDATE SET begins = excluded.begins, ends = excluded.ends, at = excluded.at;
        END IF;
        calls := calls || jsonb_build_object('wait', place - moment, 'begun', place, 'next', following - moment);
    END LOOP;

    -- Whose time was over a while ago has ended. Nobody's is much longer, but where the clock was set back.
    DELETE FROM call_shares AS s WHERE s.bot = of_bot AND s.process <> me
        AND abs(s.until - moment) > 2 * (question ->> 'unknown')::bigint;
    SELECT count(*) + 1 INTO processes FROM call_shares AS s WHERE s.bot = of_bot AND s.process <> me;
    lasts := lasts + longest;
    IF most > 0 THEN
        -- Who wants little gets it, what is left is for the others alike; nobody loses what is in use.
        SELECT most - coalesce(sum(s.places), 0) INTO room
            FROM call_shares AS s WHERE s.bot = of_bot AND s.process <> me AND s.until > moment;
        target := NULL;
        FOR other IN SELECT ranked.process, ranked.wish, count(*) OVER () - row_number() OVER by_wish + 1 AS to_come
            FROM (
                SELECT s.process, s.wish FROM call_shares AS s
                    WHERE s.bot = of_bot AND s.process <> me AND s.until > moment
                UNION ALL SELECT me, (question #>> '{token,wish}')::bigint
            ) AS ranked WINDOW by_wish AS (ORDER BY ranked.wish, ranked.process)
            ORDER BY ranked.wish, ranked.process
        LOOP
            share := least(other.wish, most / other.to_come);
            IF other.process = me THEN
                target := share;
                EXIT;
            END IF;
            most := most - share;
        END LOOP;
        share := greatest(least(target, room), 0);
        INSERT INTO call_shares AS s (bot, process, places, wish, until)
            VALUES (of_bot, me, greatest(share, used), (question #>> '{token,wish}')::bigint, moment + lasts)
            ON CONFLICT (bot, process) DO UPDATE SET places = excluded.places, wish = excluded.wish, until = excluded.until;
    END IF;

    RETURN jsonb_build_object(
        'at', moment, 'calls', calls, 'share', share, 'target', target, 'lasts', lasts, 'processes', processes,
        'pauses', (
            SELECT coalesce(jsonb_agg(jsonb_build_object(
                'name', p.name, 'paused', greatest(p.paused - moment, 0), 'held', greatest(p.held - moment, 0))), '[]')
            FROM call_pauses AS p
            WHERE p.bot = of_bot AND p.changed BETWEEN least(heard, moment) AND moment
                AND greatest(p.paused, p.held) > moment
        )
    );
END
$$;
