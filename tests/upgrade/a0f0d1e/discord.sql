PRAGMA foreign_keys=OFF;
BEGIN;
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    platform TEXT NOT NULL,
    chat INTEGER NOT NULL,
    topic INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'ended', 'closed')),
    version INTEGER NOT NULL,
    record BLOB NOT NULL,
    state BLOB,
    opened REAL NOT NULL,
    finished REAL
) STRICT, WITHOUT ROWID;
CREATE TABLE sitting (
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (platform, person, table_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE actions (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER,
    action TEXT NOT NULL,
    events BLOB NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE whispers (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    number INTEGER NOT NULL,
    event BLOB NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'blocked', 'shown')),
    message INTEGER,
    remove_at REAL
) STRICT;
CREATE TABLE boards (
    table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    message INTEGER,
    revision INTEGER NOT NULL,
    told INTEGER NOT NULL,
    rung INTEGER NOT NULL,
    stale BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE people (
    platform TEXT NOT NULL,
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    locale TEXT,
    reachable INTEGER, here INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE chats (
    platform TEXT NOT NULL,
    chat INTEGER NOT NULL,
    topic INTEGER NOT NULL DEFAULT 0,
    title TEXT NOT NULL,
    settings BLOB NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, chat, topic)
) STRICT, WITHOUT ROWID;
CREATE TABLE invites (
    payload TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    press TEXT NOT NULL,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE seen (
    id TEXT PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE deadlines (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE hands (
    table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    message INTEGER,
    shown TEXT NOT NULL, platform TEXT, person INTEGER,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE results (
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    platform TEXT NOT NULL,
    chat INTEGER NOT NULL,
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    computers INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    points INTEGER,
    finished REAL NOT NULL,
    rated INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE ratings (
    platform TEXT NOT NULL,
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    shown INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (platform, person, game)
) STRICT, WITHOUT ROWID;
INSERT INTO tables VALUES ('15b6573d', 'discord', 1576165803642847269, 0, 'playing', 11, CAST('{"id":"15b6573d","place":{"platform":"discord","chat":1576165803642847269,"topic":null,"private":false},"title":"#hats, Friends","game":"court_hats","status":"playing","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"5615eebcee1f059daa36c42c5d1efeb04fdf850e0e1dc58737d253a09e1c6992","commitment":"7be4c37e5a759e9b19d3e0b77788d192b7500a3f75ec2c51ae8f2ebb9330e2b7","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"d4322ab703c6b9eaf1f9","press":"21a92203ed1398b55535","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"6f097407511f66be8270","press":"974cb3f341b85a395650","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425604},"name":"Cleo","key":"bc002741a4f26ac5a2ec","press":"e634146255b291f91c99","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425605},"name":"Dan","key":"6042b6d9b0a9dd6dedcc","press":"7371fef6be6c8ae584e5","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"d4322ab703c6b9eaf1f9","agreed_starter":0,"page":"","rules_version":1,"revision":9,"decision":4,"moves":3,"half":{"seat":3,"decision":4,"code":"s3"},"luck":"4d6acd41ab1e53d80645bcefef8a8c37","since":1796030910.7734604,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"swap_ban":true,"peek_ban":false,"magic_hats":true,"restart":false,"short_game":false,"fewer_chips":false},"row":[{"character":"maid","hat":"wizard","token":0},{"character":"king","hat":"jester","token":1},{"character":"pirate","hat":"pirate","token":2},{"character":"wizard","hat":"king","token":3},{"character":"jester","hat":"magic","token":4},{"character":"knight","hat":"witch","token":5},{"character":"jester","hat":"dragon","token":6}],"characters":["princess","cook","dragon","maid","cook","princess","wizard","pirate","dragon","knight","king","witch","witch"],"hats":["cook","knight","magic","wizard","princess","cook","pirate","witch","magic","princess","king","maid","dragon","maid","knight","jester","magic"],"seats":[{"pairs":[],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true}],"turn":3,"last":{"type":"peek","slot":2},"unopened":3,"laid":7,"deals":1,"over":false}' AS BLOB), 1796030910.7734604, NULL);
INSERT INTO tables VALUES ('1ae8720d', 'discord', 1576165801302425602, 0, 'playing', 8, CAST('{"id":"1ae8720d","place":{"platform":"discord","chat":1576165801302425602,"topic":null,"private":true},"title":"","game":"court_hats","status":"playing","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"095f38491969155534c64a5b36aa0c11bb6d94322023c6d8c178d8b0ab490f80","commitment":"88371807531ffa673eddc23ac5d7143229f02d6232790e3a58c4911f03fa76f4","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"64c75ffaa8a59e8ca255","press":"2ef724b30a631b9df27d","present":true,"computer":"","missed":2,"away":true,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"06733fe6a95a34fcac1c","press":"2ef724b30a631b9df27d","present":true,"computer":"normal","missed":0,"away":false,"covered":false,"helped":false}],"first":"64c75ffaa8a59e8ca255","agreed_starter":0,"page":"","rules_version":1,"revision":7,"decision":6,"moves":5,"half":null,"luck":"6670dc5189967410a9a2d946bf12ac2a","since":1796030766.7734604,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"swap_ban":true,"peek_ban":false,"magic_hats":true,"restart":false,"short_game":false,"fewer_chips":false},"row":[{"character":"knight","hat":"cook","token":0},{"character":"jester","hat":"princess","token":1},{"character":"maid","hat":"maid","token":2},{"character":"witch","hat":"knight","token":3},{"character":"dragon","hat":"dragon","token":4},{"character":"jester","hat":"magic","token":5},{"character":"maid","hat":"magic","token":6}],"characters":["wizard","king","pirate","dragon","pirate","knight","princess","cook","king","cook","witch","princess","wizard"],"hats":["jester","king","magic","cook","princess","pirate","jester","wizard","dragon","pirate","wizard","magic","witch","king","maid","witch","knight"],"seats":[{"pairs":[],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true}],"turn":1,"last":{"type":"peek","slot":6},"unopened":5,"laid":7,"deals":1,"over":false}' AS BLOB), 1795857966.7734604, NULL);
INSERT INTO tables VALUES ('2bb2e60c', 'discord', 1576165803642847270, 0, 'playing', 25, CAST('{"id":"2bb2e60c","place":{"platform":"discord","chat":1576165803642847270,"topic":null,"private":false},"title":"#animal, Friends","game":"vanished_animal","status":"playing","options":{"swap":"must","expert":"off","fresh":"off","reveal":"all"},"seed":"b38efdcc6a0b42025764dfd3ecd973bbfc6b432c4c1154fa6074eca84ca2a5f1","commitment":"8072fbecca87106d3de4ed46ea82591d63bb4169860043bef856d064f081896b","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"7aa0ce8110f1bc6615c4","press":"b086ed1a385841a336e9","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"9e5dca32ac34c787a26d","press":"3d1a67590d843ad7f41a","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425604},"name":"Cleo","key":"6da37283fae22c363f9c","press":"b3dd30ff0c0437efba46","present":true,"computer":"","missed":2,"away":true,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"927bf1d2e7db3d048e1c","press":"ed6c9cf843925eb3d456","present":true,"computer":"easy","missed":0,"away":false,"covered":false,"helped":false}],"first":"7aa0ce8110f1bc6615c4","agreed_starter":0,"page":"","rules_version":1,"revision":23,"decision":17,"moves":16,"half":{"seat":0,"decision":17,"code":"n3"},"luck":"1ea55a4e916231edee0d303110abd2f0","since":1796030766.7734604,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"optional":false,"expert":false,"fresh":false,"open":true},"hats":[{"animal":"owl","token":3},{"animal":"rabbit","token":4},{"animal":"hedgehog","token":0},{"animal":"mouse","token":1},{"animal":"frog","token":2}],"box":{"animal":"dove","token":5},"seats":[{"hat":false,"wand":false,"out":false,"present":true},{"hat":false,"wand":false,"out":false,"present":true},{"hat":false,"wand":false,"out":false,"present":true},{"hat":false,"wand":false,"out":false,"present":true}],"turn":0,"starter":0,"round":1,"phase":"turn","looked":null,"moved":[],"excluded":[],"turns":8}' AS BLOB), 1795857966.7734604, NULL);
INSERT INTO tables VALUES ('55f9644e', 'discord', 1576165803642847273, 0, 'lobby', 5, CAST('{"id":"55f9644e","place":{"platform":"discord","chat":1576165803642847273,"topic":null,"private":false},"title":"#animal-ended, Friends","game":"vanished_animal","status":"lobby","options":{"swap":"must","expert":"off","fresh":"off","reveal":"all"},"seed":"9f4c8eff919451c9ce5461181f7beb096d05581279f9b74a5091a8324f4ff2d6","commitment":"5b52dfd51590f69facf56e7cef7599795f34000995a5d28aaa26c65385722787","host":{"platform":"discord","id":1576165801302425603},"seats":[{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"cfc2b079ddb6bfcc08b7","press":"375f5be0a688027e641b","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"18d06254a1bd503e13d2","press":"115cac781555a50df35d","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"3b20143c7799d1319ca7","press":"b25d6e873a721d134d86","present":true,"computer":"hard","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":0,"revision":4,"decision":0,"moves":0,"half":null,"luck":"6582421974c223f5cef00dce75ca9997","since":0.0,"clock":0,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), NULL, 1796030910.7734604, NULL);
INSERT INTO tables VALUES ('657a1ed6', 'discord', 1576165803642847272, 0, 'lobby', 3, CAST('{"id":"657a1ed6","place":{"platform":"discord","chat":1576165803642847272,"topic":null,"private":false},"title":"#hats-ended, Friends","game":"court_hats","status":"lobby","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"af5760368798b004e8f27a8a7ab423b57086c4f567d859e8c8f2e0fddc761ac1","commitment":"f5a30c8af61ecc11dee8eaeeecd3690d49707708d91d917ff9160ad50eec5956","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"fd368f3bcd6902f8e3b5","press":"7b6319ea85b6b6164bdf","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"dc5cf119b45d7fb6a2ab","press":"53e04df34b64eacf9d80","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"fd368f3bcd6902f8e3b5","agreed_starter":null,"page":"options","rules_version":0,"revision":2,"decision":0,"moves":0,"half":null,"luck":"ed60470d18766b90b9eaf3f3f7b1f897","since":0.0,"clock":0,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), NULL, 1796030910.7734604, NULL);
INSERT INTO tables VALUES ('8a6bc90f', 'discord', 1576165803642847274, 0, 'lobby', 4, CAST('{"id":"8a6bc90f","place":{"platform":"discord","chat":1576165803642847274,"topic":null,"private":false},"title":"#invisible-ended, Friends","game":"invisible_man","status":"lobby","options":{"stop_short":"off","reshuffle":"off","first_cloak":"off","rotate":"off","hidden_digits":"off","stalemate":"on"},"seed":"da5e6804419e23dcfbc0c2e91e502593d22c96687665e693e5fbdaba8ea59ce3","commitment":"d8509fbd0fbe815ae2d58dbf0e92666aa35f52770b556b8cd5802f402bf38af9","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"70098bf2b68ae38081aa","press":"1711d78a57586bd4ab0a","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"cc105e2a7d70983a6e1e","press":"78b5e773ffe7e7cb1071","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165803642847268},"name":"Eve","key":"c7c2ae505056f330071c","press":"366c00c9f9e79933b105","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":0,"revision":3,"decision":0,"moves":0,"half":null,"luck":"3a1d7710662dc6905c869e35e1870116","since":0.0,"clock":0,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), NULL, 1796030910.7734604, NULL);
INSERT INTO tables VALUES ('9d6ef816', 'discord', 1576165803642847271, 0, 'playing', 27, CAST('{"id":"9d6ef816","place":{"platform":"discord","chat":1576165803642847271,"topic":null,"private":false},"title":"#invisible, Friends","game":"invisible_man","status":"playing","options":{"stop_short":"off","reshuffle":"off","first_cloak":"off","rotate":"off","hidden_digits":"off","stalemate":"on"},"seed":"256dd780fd25de43a860edfaed25501bdf4f10a3c6727d9d91b5e56f283e5740","commitment":"50a8b0c6f6862d63db94027c3bcb970fcd65ffb8e5cc7ae7eb5f2cb8f4b15ca0","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"3f412a09d7494d8ad975","press":"784f43817a7b9429be38","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"0e30c9b323aeb2530b75","press":"a480080adbe49fc45d5a","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425604},"name":"Cleo","key":"ba32dded28f67304ffef","press":"9a2b5153cd18e70c1ac6","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"aec32ffc8dadd7373cc7","press":"e5587208edd526a57099","present":true,"computer":"easy","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":2,"revision":25,"decision":19,"moves":18,"half":null,"luck":"6d13f95707dc158b94a03df66272793c","since":1796030788.7734604,"clock":0,"reminded":0.0,"paused":false,"votes":[1],"newcomers":[{"person":{"platform":"discord","id":1576165801302425605},"name":"Dan","key":"d2d714272036"}]}' AS BLOB), CAST('{"settings":{"stop_short":false,"reshuffle":false,"first_cloak":false,"rotate":false,"hidden_digits":false,"stalemate":true},"invisible":2,"parts":[{"signals":["hospital","depot","stadium","post"],"yes":[2,1,2],"no":[],"cloaks":[],"charges":10,"cell":"r9_4","out":false},{"signals":["museum","barber","firehouse"],"yes":[1,3,1],"no":[],"cloaks":[],"charges":10,"cell":"r8_4","out":false},{"signals":[],"yes":[],"no":[1,1,2,3,1,4,3,2,2],"cloaks":[],"charges":0,"cell":null,"out":false},{"signals":["observatory","tailor","library"],"yes":[1],"no":[],"cloaks":[],"charges":10,"cell":"w1","out":false}],"signals":["theatre","bank","circus","school","park","factory","bakery","hotel","cinema"],"yes":{"left":[2,1,1,1,2,2,1,3,2,3,2,3],"spent":[],"shuffles":0},"no":{"left":[1,1,2,1,2,3,2,2,2,3,1,1],"spent":[],"shuffles":0},"cloak":{"left":[3456,236,135,124,246,456,1234,1346,12356,1256,123,1245,23456,145,356],"spent":[],"shuffles":0},"digits":{"library":[1],"theatre":[4],"school":[1,2,3],"observatory":[3,5],"post":[4,5,6],"bank":[1,6],"museum":[2,5],"bakery":[1,5],"hospital":[2,3,6],"factory":[3],"barber":[1,3,4],"market":[5],"circus":[3,4],"cinema":[1,4],"depot":[6],"park":[2],"hotel":[2,6],"tailor":[2,5,6],"stadium":[4,6],"firehouse":[1,2,4]},"turn":0,"queue":[1],"phase":"move","laid":[{"number":1,"kind":"yes","place":"tailor","value":2,"by":3},{"number":2,"kind":"yes","place":"library","value":1,"by":3}],"opened":["market"],"die":6,"actions":0,"found":null,"captor":null,"round":2,"quiet":1,"stirred":false,"numbered":2,"rolls":7,"ending":null,"winners":[]}' AS BLOB), 1796030766.7734604, NULL);
INSERT INTO tables VALUES ('b4a150f6', 'discord', 1576165803642847273, 0, 'ended', 32, CAST('{"id":"b4a150f6","place":{"platform":"discord","chat":1576165803642847273,"topic":null,"private":false},"title":"#animal-ended, Friends","game":"vanished_animal","status":"ended","options":{"swap":"must","expert":"off","fresh":"off","reveal":"all"},"seed":"9278e8c9a028d47aac078a8b2f50c3afedd67ce4a5eb763db514285d8a160c2c","commitment":"4e7576d4372852350e619c2aac657936b457e0d98a9ad2ef7387c566a643a60c","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"71dbcd19c56b20f7ccb9","press":"d5dbcce926540647ffcb","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"40b684a62716b4103f69","press":"75c5a87cac68819f2472","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":1,"revision":6,"decision":4,"moves":3,"half":null,"luck":"03708899da991232b03ed9323eb5d13f","since":1795857732.7734604,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"optional":false,"expert":false,"fresh":false,"open":true},"hats":[{"animal":"hedgehog","token":12},{"animal":"dove","token":13},{"animal":"mouse","token":14},{"animal":"frog","token":15},{"animal":"owl","token":16}],"box":{"animal":"rabbit","token":17},"seats":[{"hat":true,"wand":false,"out":true,"present":true},{"hat":true,"wand":true,"out":false,"present":true}],"turn":1,"starter":0,"round":3,"phase":"turn","looked":null,"moved":[],"excluded":["owl"],"turns":1}' AS BLOB), 1795857688.7734604, 1795857750.7734604);
INSERT INTO tables VALUES ('c6a1ecc8', 'discord', 1576165803642847274, 0, 'ended', 111, CAST('{"id":"c6a1ecc8","place":{"platform":"discord","chat":1576165803642847274,"topic":null,"private":false},"title":"#invisible-ended, Friends","game":"invisible_man","status":"ended","options":{"stop_short":"off","reshuffle":"off","first_cloak":"off","rotate":"off","hidden_digits":"off","stalemate":"on"},"seed":"0baff43a8d1bba0a5c847b44fa807f383f03dd53c1c1e406980bfd085aec3dba","commitment":"d2106743e7bc66040b73399443194bd8a6c3552b4c433a51798ff624b4b14b72","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"47f79f4824940b3a6942","press":"edc7fde6830d7e3f303d","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"ec6755c0c1bf6c39cbd5","press":"6a88975d115d50747e25","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":2,"revision":110,"decision":108,"moves":107,"half":null,"luck":"13c996b16006f1bf94a9ff1d4afad27a","since":1795857962.7734604,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"stop_short":false,"reshuffle":false,"first_cloak":false,"rotate":false,"hidden_digits":false,"stalemate":true},"invisible":1,"parts":[{"signals":["park","observatory","library","post","tailor"],"yes":[1,1,3],"no":[],"cloaks":[],"charges":10,"cell":"r9_4","out":false},{"signals":[],"yes":[],"no":[1,1,3,1,1,3],"cloaks":[1245,246,1234,135],"charges":0,"cell":null,"out":false}],"signals":["depot","barber","bank","stadium","factory","bakery","hotel","theatre","firehouse","museum","market","hospital","cinema"],"yes":{"left":[1,3,1,1,2,2,1,2,3,2,2,2,2,1,3,1,2,1],"spent":[],"shuffles":0},"no":{"left":[3,1,2,2,2,4,2,1,2,3,2,2,2,1,1],"spent":[],"shuffles":0},"cloak":{"left":[23456,124,356,12356,123,456,3456,1346,145,236,1256],"spent":[],"shuffles":0},"digits":{"library":[1],"theatre":[4],"school":[1,2,3],"observatory":[3,5],"post":[4,5,6],"bank":[1,6],"museum":[2,5],"bakery":[1,5],"hospital":[2,3,6],"factory":[3],"barber":[1,3,4],"market":[5],"circus":[3,4],"cinema":[1,4],"depot":[6],"park":[2],"hotel":[2,6],"tailor":[2,5,6],"stadium":[4,6],"firehouse":[1,2,4]},"turn":1,"queue":[],"phase":"over","laid":[],"opened":["school","circus"],"die":4,"actions":0,"found":null,"captor":null,"round":21,"quiet":20,"stirred":false,"numbered":0,"rolls":40,"ending":"patience","winners":[1]}' AS BLOB), 1795857752.7734604, 1795857964.7734604);
INSERT INTO tables VALUES ('fc156673', 'discord', 1576165803642847272, 0, 'ended', 44, CAST('{"id":"fc156673","place":{"platform":"discord","chat":1576165803642847272,"topic":null,"private":false},"title":"#hats-ended, Friends","game":"court_hats","status":"ended","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"c17ff18ee17702973e159f16038dda381a5f94862bc6722086187619d7d36d55","commitment":"bfd49654393fe4c5294f7e7c1f3fc2414146052ac3b4e0500bc007240f6a52b9","host":{"platform":"discord","id":1576165801302425602},"seats":[{"person":{"platform":"discord","id":1576165801302425602},"name":"Ann","key":"fd368f3bcd6902f8e3b5","press":"b881345c8df0152c28f7","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"discord","id":1576165801302425603},"name":"Bob","key":"dc5cf119b45d7fb6a2ab","press":"dd53d259b4b9a572d5c9","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"fd368f3bcd6902f8e3b5","agreed_starter":0,"page":"","rules_version":1,"revision":34,"decision":31,"moves":30,"half":null,"luck":"782de1cba0551bb9d940e12cec723556","since":1795857684.7734604,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"swap_ban":true,"peek_ban":false,"magic_hats":true,"restart":false,"short_game":false,"fewer_chips":false},"row":[null,{"character":"knight","hat":"jester","token":18},{"character":"witch","hat":"knight","token":9},null,{"character":"jester","hat":"witch","token":22},null,null],"characters":[],"hats":[],"seats":[{"pairs":["cook","dragon","maid","king","jester","maid","cook","pirate","knight"],"magic":2,"chips":0,"present":true},{"pairs":["pirate","princess","wizard","witch","king","wizard","dragon","princess"],"magic":2,"chips":0,"present":true}],"turn":1,"last":null,"unopened":0,"laid":24,"deals":1,"over":true}' AS BLOB), 1795857610.7734604, 1795857686.7734604);
INSERT INTO sitting VALUES ('discord', 1576165801302425602, '15b6573d');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, '15b6573d');
INSERT INTO sitting VALUES ('discord', 1576165801302425604, '15b6573d');
INSERT INTO sitting VALUES ('discord', 1576165801302425605, '15b6573d');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, '1ae8720d');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, '2bb2e60c');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, '2bb2e60c');
INSERT INTO sitting VALUES ('discord', 1576165801302425604, '2bb2e60c');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, '55f9644e');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, '55f9644e');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, '657a1ed6');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, '657a1ed6');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, '8a6bc90f');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, '8a6bc90f');
INSERT INTO sitting VALUES ('discord', 1576165803642847268, '8a6bc90f');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, '9d6ef816');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, '9d6ef816');
INSERT INTO sitting VALUES ('discord', 1576165801302425604, '9d6ef816');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, 'b4a150f6');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, 'b4a150f6');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, 'c6a1ecc8');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, 'c6a1ecc8');
INSERT INTO sitting VALUES ('discord', 1576165801302425602, 'fc156673');
INSERT INTO sitting VALUES ('discord', 1576165801302425603, 'fc156673');
INSERT INTO actions VALUES ('15b6573d', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"starter":0}]' AS BLOB), 1796030910.7734604);
INSERT INTO actions VALUES ('15b6573d', 1, 0, '{"type":"peek","slot":0}', CAST('[{"type":"peeked","audience":null,"seat":0,"slot":0},{"type":"saw","audience":0,"slot":0,"hat":"wizard"}]' AS BLOB), 1796030910.7734604);
INSERT INTO actions VALUES ('15b6573d', 2, 1, '{"type":"peek","slot":1}', CAST('[{"type":"peeked","audience":null,"seat":1,"slot":1},{"type":"saw","audience":1,"slot":1,"hat":"jester"}]' AS BLOB), 1796030910.7734604);
INSERT INTO actions VALUES ('15b6573d', 3, 2, '{"type":"peek","slot":2}', CAST('[{"type":"peeked","audience":null,"seat":2,"slot":2},{"type":"saw","audience":2,"slot":2,"hat":"pirate"}]' AS BLOB), 1796030910.7734604);
INSERT INTO actions VALUES ('1ae8720d', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"starter":0}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('1ae8720d', 1, 0, '{"type":"peek","slot":0}', CAST('[{"type":"peeked","audience":null,"seat":0,"slot":0},{"type":"saw","audience":0,"slot":0,"hat":"cook"}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('1ae8720d', 2, 1, '{"type":"peek","slot":1}', CAST('[{"type":"peeked","audience":null,"seat":1,"slot":1},{"type":"saw","audience":1,"slot":1,"hat":"princess"}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('1ae8720d', 3, 0, '{"type":"peek","slot":1}', CAST('[{"type":"peeked","audience":null,"seat":0,"slot":1},{"type":"saw","audience":0,"slot":1,"hat":"princess"}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('1ae8720d', 4, 1, '{"type":"peek","slot":6}', CAST('[{"type":"peeked","audience":null,"seat":1,"slot":6},{"type":"saw","audience":1,"slot":6,"hat":"magic"}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('1ae8720d', 5, 0, '{"type":"peek","slot":6}', CAST('[{"type":"peeked","audience":null,"seat":0,"slot":6},{"type":"saw","audience":0,"slot":6,"hat":"magic"}]' AS BLOB), 1796030766.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 0, NULL, 'deal', CAST('[{"type":"began","audience":null,"round":1,"starter":0}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 1, 0, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":0,"hat":0},{"type":"saw","audience":0,"hat":0,"animal":"hedgehog"}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 2, 0, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":1,"again":false}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 3, 1, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":1,"hat":0},{"type":"saw","audience":1,"hat":0,"animal":"mouse"}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 4, 1, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":1,"again":false}]' AS BLOB), 1795857966.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 5, 2, '{"type":"look","hat":2}', CAST('[{"type":"looked","audience":null,"seat":2,"hat":2},{"type":"saw","audience":2,"hat":2,"animal":"frog"}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 6, 2, '{"type":"swap","a":0,"b":2}', CAST('[{"type":"swapped","audience":null,"seat":2,"a":0,"b":2,"again":false}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 7, 3, '{"type":"look","hat":4}', CAST('[{"type":"looked","audience":null,"seat":3,"hat":4},{"type":"saw","audience":3,"hat":4,"animal":"rabbit"}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 8, 3, '{"type":"swap","a":0,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":3,"a":0,"b":4,"again":false}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 9, 0, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":0,"hat":0},{"type":"saw","audience":0,"hat":0,"animal":"rabbit"}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 10, 0, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":1,"again":false}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 11, 1, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":1,"hat":0},{"type":"saw","audience":1,"hat":0,"animal":"mouse"}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 12, 1, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":1,"again":false}]' AS BLOB), 1795944366.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 13, 2, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":2,"hat":0},{"type":"saw","audience":2,"hat":0,"animal":"rabbit"}]' AS BLOB), 1796030766.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 14, 2, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":2,"a":0,"b":1,"again":false}]' AS BLOB), 1796030766.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 15, 3, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":3,"hat":0},{"type":"saw","audience":3,"hat":0,"animal":"mouse"}]' AS BLOB), 1796030766.7734604);
INSERT INTO actions VALUES ('2bb2e60c', 16, 3, '{"type":"swap","a":0,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":3,"a":0,"b":3,"again":false}]' AS BLOB), 1796030766.7734604);
INSERT INTO actions VALUES ('9d6ef816', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"invisible":2},{"type":"got","audience":0,"signals":["hospital","depot","stadium"],"yes":[2,1,2],"no":[],"cloaks":[]},{"type":"got","audience":1,"signals":["museum","barber","firehouse"],"yes":[1,3,1],"no":[],"cloaks":[]},{"type":"got","audience":2,"signals":[],"yes":[],"no":[1,1,2,3,1,4,3,2,2],"cloaks":[]},{"type":"got","audience":3,"signals":["observatory","tailor","library"],"yes":[1,1,2],"no":[],"cloaks":[]}]' AS BLOB), 1796030766.7734604);
INSERT INTO actions VALUES ('9d6ef816', 1, 2, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":2,"die":3}]' AS BLOB), 1796030766.7734604);
INSERT INTO actions VALUES ('9d6ef816', 2, 2, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":2}]' AS BLOB), 1796030768.7734604);
INSERT INTO actions VALUES ('9d6ef816', 3, 3, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":3,"die":3}]' AS BLOB), 1796030768.7734604);
INSERT INTO actions VALUES ('9d6ef816', 4, 3, '{"type":"place","value":2,"place":"tailor"}', CAST('[{"type":"placed","audience":null,"seat":3,"kind":"yes","card":1,"place":"tailor"}]' AS BLOB), 1796030768.7734604);
INSERT INTO actions VALUES ('9d6ef816', 5, 3, '{"type":"move","cell":"r5_3"}', CAST('[{"type":"walked","audience":null,"seat":3,"path":["r7_4","r6_4","r5_4","r5_3"]}]' AS BLOB), 1796030768.7734604);
INSERT INTO actions VALUES ('9d6ef816', 6, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":2}]' AS BLOB), 1796030770.7734604);
INSERT INTO actions VALUES ('9d6ef816', 7, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1796030772.7734604);
INSERT INTO actions VALUES ('9d6ef816', 8, 0, '{"type":"move","cell":"r9_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r7_4","r8_4","r9_4"]}]' AS BLOB), 1796030774.7734604);
INSERT INTO actions VALUES ('9d6ef816', 9, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1796030776.7734604);
INSERT INTO actions VALUES ('9d6ef816', 10, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1796030778.7734604);
INSERT INTO actions VALUES ('9d6ef816', 11, 1, '{"type":"move","cell":"r8_4"}', CAST('[{"type":"walked","audience":null,"seat":1,"path":["r7_4","r8_4"]}]' AS BLOB), 1796030780.7734604);
INSERT INTO actions VALUES ('9d6ef816', 12, 2, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":2,"die":6},{"type":"signal_opened","audience":null,"place":"market","hits":[5],"yes":[],"no":[]}]' AS BLOB), 1796030782.7734604);
INSERT INTO actions VALUES ('9d6ef816', 13, 2, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":2}]' AS BLOB), 1796030784.7734604);
INSERT INTO actions VALUES ('9d6ef816', 14, 3, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":3,"die":5}]' AS BLOB), 1796030784.7734604);
INSERT INTO actions VALUES ('9d6ef816', 15, 3, '{"type":"place","value":1,"place":"library"}', CAST('[{"type":"placed","audience":null,"seat":3,"kind":"yes","card":2,"place":"library"}]' AS BLOB), 1796030784.7734604);
INSERT INTO actions VALUES ('9d6ef816', 16, 3, '{"type":"move","cell":"w1"}', CAST('[{"type":"walked","audience":null,"seat":3,"path":["r5_3","r5_4","r4_4","r3_4","r2_4","w1"]}]' AS BLOB), 1796030784.7734604);
INSERT INTO actions VALUES ('9d6ef816', 17, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["post"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1796030786.7734604);
INSERT INTO actions VALUES ('9d6ef816', 18, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1796030788.7734604);
INSERT INTO actions VALUES ('b4a150f6', 0, NULL, 'deal', CAST('[{"type":"began","audience":null,"round":1,"starter":1}]' AS BLOB), 1795857688.7734604);
INSERT INTO actions VALUES ('b4a150f6', 1, 1, '{"type":"name","animal":"owl"}', CAST('[{"type":"named","audience":null,"seat":1,"animal":"owl","right":false},{"type":"learned","audience":1,"animal":"hedgehog"},{"type":"round_ended","audience":null,"winner":0,"prize":"hat","hats":["rabbit","dove","frog","mouse","owl"],"box":"hedgehog"},{"type":"began","audience":null,"round":2,"starter":1}]' AS BLOB), 1795857708.7734604);
INSERT INTO actions VALUES ('b4a150f6', 2, 1, '{"type":"name","animal":"mouse"}', CAST('[{"type":"named","audience":null,"seat":1,"animal":"mouse","right":true},{"type":"round_ended","audience":null,"winner":1,"prize":"hat","hats":["owl","frog","dove","hedgehog","rabbit"],"box":"mouse"},{"type":"began","audience":null,"round":3,"starter":0}]' AS BLOB), 1795857732.7734604);
INSERT INTO actions VALUES ('b4a150f6', 3, 0, '{"type":"name","animal":"owl"}', CAST('[{"type":"named","audience":null,"seat":0,"animal":"owl","right":false},{"type":"learned","audience":0,"animal":"rabbit"},{"type":"round_ended","audience":null,"winner":1,"prize":"wand","hats":["hedgehog","dove","mouse","frog","owl"],"box":"rabbit"},{"type":"ended","audience":null,"winner":1}]' AS BLOB), 1795857750.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"invisible":1},{"type":"got","audience":0,"signals":["park","observatory","library"],"yes":[1,1,3],"no":[],"cloaks":[]},{"type":"got","audience":1,"signals":[],"yes":[],"no":[1,1,3],"cloaks":[]}]' AS BLOB), 1795857752.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 1, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":4}]' AS BLOB), 1795857752.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 2, 1, '{"type":"draw","deck":"cloak"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"cloak","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[],"cloaks":[1245]}]' AS BLOB), 1795857754.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 3, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857756.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 4, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":1}]' AS BLOB), 1795857758.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 5, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857760.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 6, 0, '{"type":"move","cell":"r6_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r7_4","r6_4"]}]' AS BLOB), 1795857762.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 7, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1795857764.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 8, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857766.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 9, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":1}]' AS BLOB), 1795857768.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 10, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857770.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 11, 0, '{"type":"move","cell":"r5_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r6_4","r5_4"]}]' AS BLOB), 1795857772.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 12, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857774.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 13, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857776.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 14, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1795857778.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 15, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857780.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 16, 0, '{"type":"move","cell":"w2"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r5_4","r6_4","r7_4","w2"]}]' AS BLOB), 1795857782.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 17, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857784.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 18, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857786.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 19, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":1}]' AS BLOB), 1795857788.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 20, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857790.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 21, 0, '{"type":"move","cell":"w1"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["w2","w1"]}]' AS BLOB), 1795857792.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 22, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1795857794.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 23, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857796.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 24, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1795857798.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 25, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857800.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 26, 0, '{"type":"move","cell":"r2_9"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["w1","r2_7","r2_8","r2_9"]}]' AS BLOB), 1795857802.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 27, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857804.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 28, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[1],"cloaks":[]}]' AS BLOB), 1795857806.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 29, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857808.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 30, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["post"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1795857810.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 31, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857812.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 32, 0, '{"type":"move","cell":"r12_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r2_9","r2_8","r2_7","w1","w2","w3","r12_4"]}]' AS BLOB), 1795857814.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 33, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1795857816.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 34, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857818.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 35, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":4}]' AS BLOB), 1795857820.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 36, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857822.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 37, 0, '{"type":"move","cell":"r2_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r12_4","w3","w2","w1","r2_4"]}]' AS BLOB), 1795857824.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 38, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857826.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 39, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857828.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 40, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1795857830.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 41, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857832.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 42, 0, '{"type":"move","cell":"r5_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r2_4","r3_4","r4_4","r5_4"]}]' AS BLOB), 1795857834.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 43, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857836.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 44, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857838.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 45, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857840.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 46, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857842.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 47, 0, '{"type":"move","cell":"r6_7"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r5_4","r6_4","r7_4","w2","r7_7","r6_7"]}]' AS BLOB), 1795857844.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 48, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":6},{"type":"signal_opened","audience":null,"place":"school","hits":[1,2,3],"yes":[],"no":[]}]' AS BLOB), 1795857846.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 49, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857848.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 50, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":4}]' AS BLOB), 1795857850.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 51, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857852.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 52, 0, '{"type":"move","cell":"r8_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r6_7","r7_7","w2","r7_4","r8_4"]}]' AS BLOB), 1795857854.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 53, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857856.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 54, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[1],"cloaks":[]}]' AS BLOB), 1795857858.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 55, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857860.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 56, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857862.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 57, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857864.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 58, 0, '{"type":"move","cell":"r5_7"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r8_4","r7_4","w2","r7_7","r6_7","r5_7"]}]' AS BLOB), 1795857866.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 59, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857868.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 60, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857870.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 61, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["tailor"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1795857872.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 62, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857874.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 63, 0, '{"type":"move","cell":"r3_7"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r5_7","r6_7","r7_7","w2","w1","r2_7","r3_7"]}]' AS BLOB), 1795857876.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 64, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":4}]' AS BLOB), 1795857878.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 65, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[3],"cloaks":[]}]' AS BLOB), 1795857880.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 66, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857882.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 67, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":2}]' AS BLOB), 1795857884.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 68, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857886.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 69, 0, '{"type":"move","cell":"r2_8"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r3_7","r2_7","r2_8"]}]' AS BLOB), 1795857888.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 70, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1795857890.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 71, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857892.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 72, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857894.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 73, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857896.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 74, 0, '{"type":"move","cell":"r5_10"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r2_8","r2_9","r2_10","r3_10","r4_10","r5_10"]}]' AS BLOB), 1795857898.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 75, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":3}]' AS BLOB), 1795857900.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 76, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857902.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 77, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857904.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 78, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857906.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 79, 0, '{"type":"move","cell":"r9_9"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r5_10","r6_10","r7_10","r8_10","r9_10","r9_9"]}]' AS BLOB), 1795857908.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 80, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857910.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 81, 1, '{"type":"draw","deck":"cloak"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"cloak","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[],"cloaks":[246]}]' AS BLOB), 1795857912.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 82, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857914.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 83, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1795857916.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 84, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857918.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 85, 0, '{"type":"move","cell":"r11_10"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r9_9","r9_10","r10_10","r11_10"]}]' AS BLOB), 1795857920.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 86, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":3}]' AS BLOB), 1795857922.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 87, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857924.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 88, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857926.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 89, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857928.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 90, 0, '{"type":"move","cell":"r6_10"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r11_10","r10_10","r9_10","r8_10","r7_10","r6_10"]}]' AS BLOB), 1795857930.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 91, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":6},{"type":"signal_opened","audience":null,"place":"circus","hits":[3,4],"yes":[],"no":[]}]' AS BLOB), 1795857932.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 92, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857934.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 93, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":2}]' AS BLOB), 1795857936.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 94, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857938.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 95, 0, '{"type":"move","cell":"r4_10"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r6_10","r5_10","r4_10"]}]' AS BLOB), 1795857940.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 96, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":4}]' AS BLOB), 1795857942.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 97, 1, '{"type":"draw","deck":"cloak"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"cloak","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[],"cloaks":[1234]}]' AS BLOB), 1795857944.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 98, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857946.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 99, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":4}]' AS BLOB), 1795857948.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 100, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857950.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 101, 0, '{"type":"move","cell":"w4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r4_10","r5_10","r6_10","r7_10","w4"]}]' AS BLOB), 1795857952.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 102, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857954.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 103, 1, '{"type":"draw","deck":"cloak"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"cloak","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[],"cloaks":[135]}]' AS BLOB), 1795857956.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 104, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857958.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 105, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":4}]' AS BLOB), 1795857960.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 106, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857962.7734604);
INSERT INTO actions VALUES ('c6a1ecc8', 107, 0, '{"type":"move","cell":"r9_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["w4","w2","r7_4","r8_4","r9_4"]},{"type":"ended","audience":null,"reason":"patience","winners":[1]}]' AS BLOB), 1795857964.7734604);
INSERT INTO actions VALUES ('fc156673', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"starter":0}]' AS BLOB), 1795857610.7734604);
INSERT INTO actions VALUES ('fc156673', 1, 0, '{"type":"open","slot":1}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":1,"hat":"magic","character":"knight","result":"magic","refill":null}]' AS BLOB), 1795857610.7734604);
INSERT INTO actions VALUES ('fc156673', 2, 1, '{"type":"open","slot":1}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":1,"hat":"magic","character":"knight","result":"magic","refill":null}]' AS BLOB), 1795857612.7734604);
INSERT INTO actions VALUES ('fc156673', 3, 0, '{"type":"open","slot":2}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":2,"hat":"cook","character":"cook","result":"match","refill":"witch"}]' AS BLOB), 1795857614.7734604);
INSERT INTO actions VALUES ('fc156673', 4, 1, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":6,"hat":"magic","character":"dragon","result":"magic","refill":null}]' AS BLOB), 1795857616.7734604);
INSERT INTO actions VALUES ('fc156673', 5, 0, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":6,"hat":"dragon","character":"dragon","result":"match","refill":"wizard"}]' AS BLOB), 1795857618.7734604);
INSERT INTO actions VALUES ('fc156673', 6, 1, '{"type":"swap","a":0,"b":5}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":5}]' AS BLOB), 1795857622.7734604);
INSERT INTO actions VALUES ('fc156673', 7, 0, '{"type":"open","slot":5}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":5,"hat":"maid","character":"maid","result":"match","refill":"dragon"}]' AS BLOB), 1795857624.7734604);
INSERT INTO actions VALUES ('fc156673', 8, 1, '{"type":"swap","a":0,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":3}]' AS BLOB), 1795857628.7734604);
INSERT INTO actions VALUES ('fc156673', 9, 0, '{"type":"open","slot":3}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":3,"hat":"king","character":"king","result":"match","refill":"princess"}]' AS BLOB), 1795857630.7734604);
INSERT INTO actions VALUES ('fc156673', 10, 1, '{"type":"swap","a":0,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":4}]' AS BLOB), 1795857634.7734604);
INSERT INTO actions VALUES ('fc156673', 11, 0, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":4,"hat":"jester","character":"jester","result":"match","refill":"pirate"}]' AS BLOB), 1795857636.7734604);
INSERT INTO actions VALUES ('fc156673', 12, 1, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":4,"hat":"pirate","character":"pirate","result":"match","refill":"maid"}]' AS BLOB), 1795857638.7734604);
INSERT INTO actions VALUES ('fc156673', 13, 0, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":4,"hat":"maid","character":"maid","result":"match","refill":"pirate"}]' AS BLOB), 1795857640.7734604);
INSERT INTO actions VALUES ('fc156673', 14, 1, '{"type":"swap","a":0,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":3}]' AS BLOB), 1795857644.7734604);
INSERT INTO actions VALUES ('fc156673', 15, 0, '{"type":"open","slot":0}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":0,"hat":"cook","character":"cook","result":"match","refill":"king"}]' AS BLOB), 1795857646.7734604);
INSERT INTO actions VALUES ('fc156673', 16, 1, '{"type":"open","slot":3}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":3,"hat":"princess","character":"princess","result":"match","refill":"princess"}]' AS BLOB), 1795857648.7734604);
INSERT INTO actions VALUES ('fc156673', 17, 0, '{"type":"swap","a":0,"b":6}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":6}]' AS BLOB), 1795857652.7734604);
INSERT INTO actions VALUES ('fc156673', 18, 1, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":6,"hat":"wizard","character":"wizard","result":"match","refill":"wizard"}]' AS BLOB), 1795857654.7734604);
INSERT INTO actions VALUES ('fc156673', 19, 0, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":6,"hat":"magic","character":"wizard","result":"magic","refill":null}]' AS BLOB), 1795857656.7734604);
INSERT INTO actions VALUES ('fc156673', 20, 1, '{"type":"swap","a":0,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":4}]' AS BLOB), 1795857660.7734604);
INSERT INTO actions VALUES ('fc156673', 21, 0, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":4,"hat":"pirate","character":"pirate","result":"match","refill":"witch"}]' AS BLOB), 1795857662.7734604);
INSERT INTO actions VALUES ('fc156673', 22, 1, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":4,"hat":"witch","character":"witch","result":"match","refill":"jester"}]' AS BLOB), 1795857664.7734604);
INSERT INTO actions VALUES ('fc156673', 23, 0, '{"type":"swap","a":0,"b":6}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":6}]' AS BLOB), 1795857668.7734604);
INSERT INTO actions VALUES ('fc156673', 24, 1, '{"type":"open","slot":0}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":0,"hat":"king","character":"king","result":"match","refill":"knight"}]' AS BLOB), 1795857670.7734604);
INSERT INTO actions VALUES ('fc156673', 25, 0, '{"type":"open","slot":0}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":0,"hat":"knight","character":"knight","result":"match","refill":null}]' AS BLOB), 1795857672.7734604);
INSERT INTO actions VALUES ('fc156673', 26, 1, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":6,"hat":"wizard","character":"wizard","result":"match","refill":null}]' AS BLOB), 1795857674.7734604);
INSERT INTO actions VALUES ('fc156673', 27, 0, '{"type":"swap","a":1,"b":5}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":1,"b":5}]' AS BLOB), 1795857678.7734604);
INSERT INTO actions VALUES ('fc156673', 28, 1, '{"type":"open","slot":5}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":5,"hat":"dragon","character":"dragon","result":"match","refill":null}]' AS BLOB), 1795857680.7734604);
INSERT INTO actions VALUES ('fc156673', 29, 0, '{"type":"swap","a":1,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":1,"b":3}]' AS BLOB), 1795857684.7734604);
INSERT INTO actions VALUES ('fc156673', 30, 1, '{"type":"open","slot":3}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":3,"hat":"princess","character":"princess","result":"match","refill":null},{"type":"ended","audience":null,"hats":[null,"jester","knight",null,"witch",null,null]}]' AS BLOB), 1795857686.7734604);
INSERT INTO whispers VALUES (25, '15b6573d', 0, 'discord', 1576165801302425602, 1, CAST('{"type":"saw","audience":0,"slot":0,"hat":"wizard"}' AS BLOB), 'shown', 1576891117390005002, 1796030970.7734604);
INSERT INTO whispers VALUES (26, '15b6573d', 1, 'discord', 1576165801302425603, 2, CAST('{"type":"saw","audience":1,"slot":1,"hat":"jester"}' AS BLOB), 'blocked', NULL, NULL);
INSERT INTO whispers VALUES (27, '15b6573d', 2, 'discord', 1576165801302425604, 3, CAST('{"type":"saw","audience":2,"slot":2,"hat":"pirate"}' AS BLOB), 'waiting', NULL, NULL);
INSERT INTO sqlite_sequence VALUES ('whispers', 27);
INSERT INTO boards VALUES ('15b6573d', 1576891114034561777, 9, 3, 4, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('1ae8720d', 1576890605127074394, 7, 5, 6, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('2bb2e60c', 1576890605399704156, 23, 16, 17, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('55f9644e', 1576891111593476780, 4, -1, 0, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('657a1ed6', 1576891111379567268, 2, -1, 0, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('8a6bc90f', 1576891111933215417, 3, -1, 0, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('9d6ef816', 1576890605743637093, 25, 18, 19, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('b4a150f6', 1576165808701177994, 6, 3, 4, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('c6a1ecc8', 1576165812601880796, 110, 107, 108, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('fc156673', 1576165803890311214, 34, 30, 31, CAST('[]' AS BLOB));
INSERT INTO people VALUES ('discord', 1576165801302425602, 'Ann', 'en-US', NULL, 1, 0);
INSERT INTO people VALUES ('discord', 1576165801302425603, 'Bob', 'en-US', NULL, 0, 0);
INSERT INTO people VALUES ('discord', 1576165801302425604, 'Cleo', 'en-US', NULL, NULL, 0);
INSERT INTO people VALUES ('discord', 1576165801302425605, 'Dan', 'en-US', 'de', 1, 1);
INSERT INTO people VALUES ('discord', 1576165803642847268, 'Eve', 'en-US', NULL, NULL, 0);
INSERT INTO chats VALUES ('discord', 1576165801302425602, 0, '', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('discord', 1576165803642847269, 0, '#hats, Friends', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('discord', 1576165803642847270, 0, '#animal, Friends', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('discord', 1576165803642847271, 0, '#invisible, Friends', CAST('{"locale":"en","clock":0}' AS BLOB), 0);
INSERT INTO chats VALUES ('discord', 1576165803642847272, 0, '#hats-ended, Friends', CAST('{"locale":"en","whisper_seconds":300,"enders":"players","clock":3600}' AS BLOB), 0);
INSERT INTO chats VALUES ('discord', 1576165803642847273, 0, '#animal-ended, Friends', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('discord', 1576165803642847274, 0, '#invisible-ended, Friends', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO seen VALUES ('0bfbe22667865a08476a', 1795857966.7734604);
INSERT INTO seen VALUES ('25b346ea967c39b6052b', 1795857966.7734604);
INSERT INTO seen VALUES ('3707646e48545dca598e', 1795857966.7734604);
INSERT INTO seen VALUES ('39ae70ba335eea05c0ed', 1795857966.7734604);
INSERT INTO seen VALUES ('44f897b4fd8a4af39b81', 1795857966.7734604);
INSERT INTO seen VALUES ('4c4da8191d3099e1413f', 1795857966.7734604);
INSERT INTO seen VALUES ('5948cf8366b4a8d2ace0', 1795857966.7734604);
INSERT INTO seen VALUES ('75e57f32478bf277f4a2', 1795857966.7734604);
INSERT INTO seen VALUES ('77fc35220c38c8e20d6f', 1795857966.7734604);
INSERT INTO seen VALUES ('873b4e6372d8a717015b', 1795857966.7734604);
INSERT INTO seen VALUES ('97fc4ad134836bc0b63b', 1795857966.7734604);
INSERT INTO seen VALUES ('a68da8b0146bb4810ef1', 1795857966.7734604);
INSERT INTO seen VALUES ('b035264e38e47c6502e0', 1795857966.7734604);
INSERT INTO seen VALUES ('bfe4f3b24fe69524b972', 1795857966.7734604);
INSERT INTO seen VALUES ('e57ba20195601707ca37', 1795857966.7734604);
INSERT INTO seen VALUES ('ea52310be27ce5326f7b', 1795857966.7734604);
INSERT INTO seen VALUES ('2f232ef3bb36dad5d4a3', 1795944366.7734604);
INSERT INTO seen VALUES ('5a7a969c1f653526a636', 1795944366.7734604);
INSERT INTO seen VALUES ('8aa45f1fa5c6f84a7610', 1795944366.7734604);
INSERT INTO seen VALUES ('a92283f900cbbba609a5', 1795944366.7734604);
INSERT INTO seen VALUES ('288d5328f66596655e27', 1796030766.7734604);
INSERT INTO seen VALUES ('59788fe21422d00de51a', 1796030766.7734604);
INSERT INTO seen VALUES ('9bbdba153cb307132cd7', 1796030766.7734604);
INSERT INTO seen VALUES ('b7bb359d5fcb78ec8e2d', 1796030766.7734604);
INSERT INTO seen VALUES ('d3220501cef91d13079c', 1796030766.7734604);
INSERT INTO seen VALUES ('d56f0ec342636ffb597b', 1796030766.7734604);
INSERT INTO seen VALUES ('dd233978c9baf8a40db1', 1796030766.7734604);
INSERT INTO seen VALUES ('e5514566c79e2fd523ba', 1796030766.7734604);
INSERT INTO seen VALUES ('ea3afc6d27f44395130c', 1796030766.7734604);
INSERT INTO seen VALUES ('f6b6202d56e287d8ecdf', 1796030766.7734604);
INSERT INTO seen VALUES ('ff96d1b7b9c75f2d49f3', 1796030766.7734604);
INSERT INTO seen VALUES ('1e961b4f43ab88946caa', 1796030768.7734604);
INSERT INTO seen VALUES ('e750269619f155b0799e', 1796030770.7734604);
INSERT INTO seen VALUES ('a7d0d39dc87b145d6738', 1796030772.7734604);
INSERT INTO seen VALUES ('ef0ee179718904afdb44', 1796030774.7734604);
INSERT INTO seen VALUES ('df34d8448dced312cf2d', 1796030776.7734604);
INSERT INTO seen VALUES ('1700664cc3c36463f78f', 1796030778.7734604);
INSERT INTO seen VALUES ('81d35bfcbf57539c7beb', 1796030780.7734604);
INSERT INTO seen VALUES ('53a77208425c0c0d44e0', 1796030782.7734604);
INSERT INTO seen VALUES ('c006bb1bdf86de53c833', 1796030784.7734604);
INSERT INTO seen VALUES ('27811114439cf59cf8de', 1796030786.7734604);
INSERT INTO seen VALUES ('79bc17214b92b8044be7', 1796030788.7734604);
INSERT INTO seen VALUES ('c240fa4afb7bd9ce3de7', 1796030790.7734604);
INSERT INTO seen VALUES ('02d51fcd6a76f27de6b3', 1796030910.7734604);
INSERT INTO seen VALUES ('0675388e585e7c093cf1', 1796030910.7734604);
INSERT INTO seen VALUES ('094194fdf3c3a3da4d5f', 1796030910.7734604);
INSERT INTO seen VALUES ('09804c73a1dc4af02973', 1796030910.7734604);
INSERT INTO seen VALUES ('0bd7cae678ef91c19835', 1796030910.7734604);
INSERT INTO seen VALUES ('21cc694e204da4a74989', 1796030910.7734604);
INSERT INTO seen VALUES ('31c0334e786f067e4f16', 1796030910.7734604);
INSERT INTO seen VALUES ('34181729b3b4e7e62216', 1796030910.7734604);
INSERT INTO seen VALUES ('34d82feca8d7dbb98939', 1796030910.7734604);
INSERT INTO seen VALUES ('370ace2b9d651eabbe39', 1796030910.7734604);
INSERT INTO seen VALUES ('38bfc424a5649d8ecc53', 1796030910.7734604);
INSERT INTO seen VALUES ('3f814b1dd4b92acd9b88', 1796030910.7734604);
INSERT INTO seen VALUES ('476221dddb01a3b88a74', 1796030910.7734604);
INSERT INTO seen VALUES ('5387cc7b79cdd9e865d8', 1796030910.7734604);
INSERT INTO seen VALUES ('5b6e32a66e81f066506d', 1796030910.7734604);
INSERT INTO seen VALUES ('5d7c206590bc537d839d', 1796030910.7734604);
INSERT INTO seen VALUES ('5e4906297d26e6016a96', 1796030910.7734604);
INSERT INTO seen VALUES ('6394535f3ee5e2713b69', 1796030910.7734604);
INSERT INTO seen VALUES ('67d286cf6729b074b203', 1796030910.7734604);
INSERT INTO seen VALUES ('7353cbce96667ce384fe', 1796030910.7734604);
INSERT INTO seen VALUES ('7688b791e49d3fa721ce', 1796030910.7734604);
INSERT INTO seen VALUES ('7930e12722ce26e5620d', 1796030910.7734604);
INSERT INTO seen VALUES ('7e49cbf490c7ce159309', 1796030910.7734604);
INSERT INTO seen VALUES ('83f04a07a344de0ee954', 1796030910.7734604);
INSERT INTO seen VALUES ('8596e2fa166f4d9d74f6', 1796030910.7734604);
INSERT INTO seen VALUES ('92eb4fa8bfbcf5ab93d0', 1796030910.7734604);
INSERT INTO seen VALUES ('9347d090de23c0f7a074', 1796030910.7734604);
INSERT INTO seen VALUES ('941002e8d73748e6b393', 1796030910.7734604);
INSERT INTO seen VALUES ('986b02e1da1104fec814', 1796030910.7734604);
INSERT INTO seen VALUES ('9bfb4683ae648b1c214c', 1796030910.7734604);
INSERT INTO seen VALUES ('9e96120d0828133c5ff1', 1796030910.7734604);
INSERT INTO seen VALUES ('a0c9b7ee4de3ea68ae70', 1796030910.7734604);
INSERT INTO seen VALUES ('acdde5a1575db4e77cfb', 1796030910.7734604);
INSERT INTO seen VALUES ('aeceb5c817db54cbe436', 1796030910.7734604);
INSERT INTO seen VALUES ('bbee405d013413e6d98d', 1796030910.7734604);
INSERT INTO seen VALUES ('c5dec7cd7efcf09f9a36', 1796030910.7734604);
INSERT INTO seen VALUES ('c85c67ef114a206f9437', 1796030910.7734604);
INSERT INTO seen VALUES ('c8c7776d26ce30b24ae2', 1796030910.7734604);
INSERT INTO seen VALUES ('cb35d312d59bb15f12b7', 1796030910.7734604);
INSERT INTO seen VALUES ('ce66de95a937a1e52c45', 1796030910.7734604);
INSERT INTO seen VALUES ('cec358a35e3bdee5220e', 1796030910.7734604);
INSERT INTO seen VALUES ('d2a9429bed90a52dea7d', 1796030910.7734604);
INSERT INTO seen VALUES ('d2af90402a7c293b0c08', 1796030910.7734604);
INSERT INTO seen VALUES ('d364e0e779fa01b1049c', 1796030910.7734604);
INSERT INTO seen VALUES ('d85f43a633a1ead78214', 1796030910.7734604);
INSERT INTO seen VALUES ('da414b5f05025ae7664a', 1796030910.7734604);
INSERT INTO seen VALUES ('e4cb13311de849a7e208', 1796030910.7734604);
INSERT INTO seen VALUES ('ea8f66199ad5b5b809d1', 1796030910.7734604);
INSERT INTO seen VALUES ('f54da70e39d7ac375e40', 1796030910.7734604);
INSERT INTO seen VALUES ('f91817eb20e2a3d69f8a', 1796030910.7734604);
INSERT INTO deadlines VALUES ('unwhisper', '25', 1796030970.7734604);
INSERT INTO deadlines VALUES ('lobby', '55f9644e', 1796032710.7734604);
INSERT INTO deadlines VALUES ('lobby', '657a1ed6', 1796032710.7734604);
INSERT INTO deadlines VALUES ('lobby', '8a6bc90f', 1796032710.7734604);
INSERT INTO deadlines VALUES ('remind', '2bb2e60c', 1796073966.7734604);
INSERT INTO deadlines VALUES ('remind', '15b6573d', 1796074110.7734604);
INSERT INTO deadlines VALUES ('abandon', '1ae8720d', 1796117166.7734604);
INSERT INTO deadlines VALUES ('lapse', '2bb2e60c', 1796117166.7734604);
INSERT INTO deadlines VALUES ('upkeep', '', 1796117166.7734604);
INSERT INTO deadlines VALUES ('lapse', '15b6573d', 1796117310.7734604);
INSERT INTO deadlines VALUES ('abandon', '9d6ef816', 1801214788.7734604);
INSERT INTO hands VALUES ('9d6ef816', 0, 1576890606297285237, '2e16c0c2027a034fee066ab0', 'discord', 1576165801302425602);
INSERT INTO hands VALUES ('9d6ef816', 1, 1576890606301479543, 'dbdae0e3bdefbde16b7c5b62', 'discord', 1576165801302425603);
INSERT INTO hands VALUES ('9d6ef816', 2, 1576890606305673849, '7ff5425401cbbb708e489ddd', 'discord', 1576165801302425604);
INSERT INTO hands VALUES ('c6a1ecc8', 0, NULL, '', NULL, NULL);
INSERT INTO hands VALUES ('c6a1ecc8', 1, NULL, '', NULL, NULL);
INSERT INTO results VALUES ('b4a150f6', 0, 'discord', 1576165803642847273, 1576165801302425602, 'vanished_animal', 2, 0, 2, NULL, 1795857750.7734604, 1);
INSERT INTO results VALUES ('b4a150f6', 1, 'discord', 1576165803642847273, 1576165801302425603, 'vanished_animal', 2, 0, 1, NULL, 1795857750.7734604, 1);
INSERT INTO results VALUES ('c6a1ecc8', 0, 'discord', 1576165803642847274, 1576165801302425602, 'invisible_man', 2, 0, 2, NULL, 1795857964.7734604, 1);
INSERT INTO results VALUES ('c6a1ecc8', 1, 'discord', 1576165803642847274, 1576165801302425603, 'invisible_man', 2, 0, 1, NULL, 1795857964.7734604, 1);
INSERT INTO results VALUES ('fc156673', 0, 'discord', 1576165803642847272, 1576165801302425602, 'court_hats', 2, 0, 1, 9, 1795857686.7734604, 1);
INSERT INTO results VALUES ('fc156673', 1, 'discord', 1576165803642847272, 1576165801302425603, 'court_hats', 2, 0, 2, 8, 1795857686.7734604, 1);
INSERT INTO ratings VALUES ('discord', 1576165801302425602, 'court_hats', 27.635389493140497, 8.06590141354368, 1083, 1);
INSERT INTO ratings VALUES ('discord', 1576165801302425602, 'invisible_man', 22.364610506859503, 8.06590141354368, 956, 1);
INSERT INTO ratings VALUES ('discord', 1576165801302425602, 'vanished_animal', 22.364610506859503, 8.06590141354368, 956, 1);
INSERT INTO ratings VALUES ('discord', 1576165801302425603, 'court_hats', 22.364610506859503, 8.06590141354368, 956, 1);
INSERT INTO ratings VALUES ('discord', 1576165801302425603, 'invisible_man', 27.635389493140497, 8.06590141354368, 1083, 1);
INSERT INTO ratings VALUES ('discord', 1576165801302425603, 'vanished_animal', 27.635389493140497, 8.06590141354368, 1083, 1);
CREATE UNIQUE INDEX one_table_a_place ON tables (platform, chat, topic) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_by_place ON tables (platform, chat, topic, finished);
CREATE INDEX sitting_by_table ON sitting (table_id);
CREATE INDEX whispers_by_person ON whispers (platform, person);
CREATE INDEX whispers_by_table ON whispers (table_id);
CREATE INDEX seen_by_age ON seen (at);
CREATE INDEX deadlines_by_time ON deadlines (at);
CREATE INDEX tables_by_end ON tables (finished) WHERE finished IS NOT NULL;
CREATE INDEX invites_by_table ON invites (table_id);
CREATE INDEX invites_by_person ON invites (platform, person);
CREATE INDEX invites_by_age ON invites (at);
CREATE INDEX results_by_chat ON results (platform, chat, game, person);
CREATE INDEX results_by_person ON results (platform, person);
CREATE INDEX results_to_rate ON results (finished, table_id) WHERE rated = 0 AND computers = 0;
CREATE INDEX ratings_by_height ON ratings (platform, game, shown);
PRAGMA user_version=6;
COMMIT;
