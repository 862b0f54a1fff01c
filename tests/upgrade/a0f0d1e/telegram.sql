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
INSERT INTO tables VALUES ('39bba338', 'telegram', -1000001000007, 0, 'lobby', 5, CAST('{"id":"39bba338","place":{"platform":"telegram","chat":-1000001000007,"topic":null,"private":false},"title":"Animal Ended","game":"vanished_animal","status":"lobby","options":{"swap":"must","expert":"off","fresh":"off","reveal":"all"},"seed":"af9c73df6b5983fd57aa931d1a4e8ec369c97b41cb8dbb67a0145d12e25cf797","commitment":"dc33dd7dbdb1a0d8952c05053db3077344b510c47e6dcb2435f86d01f7771201","host":{"platform":"telegram","id":5000002},"seats":[{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"25bcca2382374f050b15","press":"4f908984b228e8560f45","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"39d30ba3e2b35119bd6d","press":"3062c8edbf9fe3f42e1f","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"dbf3bf7f815b20de34df","press":"62022041ebab1097b4ec","present":true,"computer":"hard","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":0,"revision":4,"decision":0,"moves":0,"half":null,"luck":"f3fcebe1389a33b64ff18ac8c330bde9","since":0.0,"clock":0,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), NULL, 1796030908.8975377, NULL);
INSERT INTO tables VALUES ('4c21bbd5', 'telegram', -1000001000007, 0, 'ended', 24, CAST('{"id":"4c21bbd5","place":{"platform":"telegram","chat":-1000001000007,"topic":null,"private":false},"title":"Animal Ended","game":"vanished_animal","status":"ended","options":{"swap":"must","expert":"off","fresh":"off","reveal":"all"},"seed":"809267d316410053f904d15d1906d7825f2cca8e5251a756118ee2fa557e027f","commitment":"8e6f87a23bd7070263f9e666d1d5242fb9c5ef92fcd7039c89d12329cb250569","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"c87189db90f0e5a76d3b","press":"6704a10d51554d46cd8e","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"b492fb797c59d5c25b10","press":"ff161c181f5cb56acd25","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":1,"revision":5,"decision":3,"moves":2,"half":null,"luck":"f14f12da93cb4ca864ea30da75692a67","since":1795857726.8975377,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"optional":false,"expert":false,"fresh":false,"open":true},"hats":[{"animal":"hedgehog","token":6},{"animal":"dove","token":7},{"animal":"mouse","token":8},{"animal":"rabbit","token":9},{"animal":"owl","token":10}],"box":{"animal":"frog","token":11},"seats":[{"hat":false,"wand":false,"out":true,"present":true},{"hat":true,"wand":true,"out":false,"present":true}],"turn":1,"starter":0,"round":2,"phase":"turn","looked":null,"moved":[],"excluded":["mouse"],"turns":1}' AS BLOB), 1795857706.8975377, 1795857750.8975377);
INSERT INTO tables VALUES ('4e8290a2', 'telegram', 5000001, 0, 'playing', 8, CAST('{"id":"4e8290a2","place":{"platform":"telegram","chat":5000001,"topic":null,"private":true},"title":"","game":"court_hats","status":"playing","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"e88a343a46bcc73b02f87bb18f34dac8383b005eb0026253ff05f43781096eae","commitment":"cd61a606573174e06e1f3fe15850f4038297d8b580a9a30076cebd7ace5e36e9","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"fe4ad56222208743a014","press":"5f94a0204ae6c2b1ed28","present":true,"computer":"","missed":2,"away":true,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"796d58086bee95b2ec9c","press":"5f94a0204ae6c2b1ed28","present":true,"computer":"normal","missed":0,"away":false,"covered":false,"helped":false}],"first":"fe4ad56222208743a014","agreed_starter":0,"page":"","rules_version":1,"revision":7,"decision":6,"moves":5,"half":null,"luck":"5c11a32926a838e496557be3aa69db09","since":1796030764.8975377,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"swap_ban":true,"peek_ban":false,"magic_hats":true,"restart":false,"short_game":false,"fewer_chips":false},"row":[{"character":"king","hat":"magic","token":3},{"character":"dragon","hat":"maid","token":1},{"character":"pirate","hat":"pirate","token":2},{"character":"jester","hat":"magic","token":7},{"character":"dragon","hat":"maid","token":4},{"character":"princess","hat":"princess","token":5},{"character":"jester","hat":"knight","token":6}],"characters":["witch","maid","wizard","wizard","king","pirate","cook","knight","knight","princess","maid","cook"],"hats":["dragon","princess","king","cook","witch","pirate","king","magic","jester","dragon","knight","magic","jester","cook","wizard","wizard"],"seats":[{"pairs":["witch"],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true}],"turn":1,"last":null,"unopened":0,"laid":8,"deals":1,"over":false}' AS BLOB), 1795857964.8975377, NULL);
INSERT INTO tables VALUES ('68a1dbdd', 'telegram', -1000001000003, 0, 'playing', 11, CAST('{"id":"68a1dbdd","place":{"platform":"telegram","chat":-1000001000003,"topic":null,"private":false},"title":"Hats","game":"court_hats","status":"playing","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"b72fb59d4a0946a0daddba2b292ad8e70d049bfa0efcdcbbf32cf9f3b948752a","commitment":"2ba13e29fa380b873a3800f4c73ec3566fbc2f7c84910e306b00836655921c67","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"7de036115ca4164fd44c","press":"01970e19904ffb688cfb","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"a336305c5bb0284384bd","press":"04fc528b22715a3955ff","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000003},"name":"Cleo","key":"0a65fe733f5c567d2515","press":"55c9f48488a4de09c634","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000004},"name":"Dan","key":"866c9883271dc6e9f689","press":"67ae93927d8d2592724d","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"7de036115ca4164fd44c","agreed_starter":0,"page":"","rules_version":1,"revision":9,"decision":4,"moves":3,"half":{"seat":3,"decision":4,"code":"s3"},"luck":"5ae8274d43549c3c26024b1dedef74c4","since":1796030908.8975377,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"swap_ban":true,"peek_ban":false,"magic_hats":true,"restart":false,"short_game":false,"fewer_chips":false},"row":[{"character":"princess","hat":"dragon","token":0},{"character":"knight","hat":"magic","token":1},{"character":"jester","hat":"wizard","token":2},{"character":"knight","hat":"magic","token":3},{"character":"wizard","hat":"king","token":4},{"character":"cook","hat":"witch","token":5},{"character":"witch","hat":"maid","token":6}],"characters":["king","jester","dragon","pirate","king","maid","maid","cook","witch","pirate","princess","dragon","wizard"],"hats":["king","knight","maid","princess","witch","cook","knight","magic","pirate","jester","dragon","pirate","jester","princess","cook","wizard","magic"],"seats":[{"pairs":[],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true},{"pairs":[],"magic":0,"chips":0,"present":true}],"turn":3,"last":{"type":"peek","slot":2},"unopened":3,"laid":7,"deals":1,"over":false}' AS BLOB), 1796030908.8975377, NULL);
INSERT INTO tables VALUES ('6a823408', 'telegram', -1000001000008, 0, 'lobby', 3, CAST('{"id":"6a823408","place":{"platform":"telegram","chat":-1000001000008,"topic":null,"private":false},"title":"Invisible Ended","game":"invisible_man","status":"lobby","options":{"stop_short":"off","reshuffle":"off","first_cloak":"off","rotate":"off","hidden_digits":"off","stalemate":"on"},"seed":"7be4dce4d6bea699aa5cbbbd7b072129bd6b204d84459ea248901af6a540f81a","commitment":"95edc16d0582273f2d9b0f8c0f7e5984381eb2e4f33a2cacfa5ed3b8bbc7265b","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"9ab008a326b717e71dfa","press":"c1a366ccea1fbcb468e5","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"9e53181026d130e5bb47","press":"250afeb6d2d3534c5872","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":0,"revision":2,"decision":0,"moves":0,"half":null,"luck":"21dab62d2d54b20192cbeeecae71b877","since":0.0,"clock":0,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), NULL, 1796030908.8975377, NULL);
INSERT INTO tables VALUES ('8587ace6', 'telegram', -1000001000005, 0, 'playing', 24, CAST('{"id":"8587ace6","place":{"platform":"telegram","chat":-1000001000005,"topic":null,"private":false},"title":"Invisible","game":"invisible_man","status":"playing","options":{"stop_short":"off","reshuffle":"off","first_cloak":"off","rotate":"off","hidden_digits":"off","stalemate":"on"},"seed":"bea06e5d0b4675d31481487dc41e13fbd17dc89525db4d5f604c47e26b7fb9b2","commitment":"5c10a8b1fc4748b70f7acaf4628af0a3042116a7d9890ee5efe16d0c77328f2a","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"d3c33420a5a446b4d053","press":"fef98747f7bc47c2042a","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"b674ce77f45480433c69","press":"a99ecf06e38e3dc679f7","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000003},"name":"Cleo","key":"209192b01b71dc49f654","press":"80c676317e720a5fd572","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"387269e640fb6927e5fc","press":"5a06a6386a1d63070a15","present":true,"computer":"easy","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":2,"revision":22,"decision":16,"moves":15,"half":null,"luck":"5ec79ab6538614ac40351d2032667b96","since":1796030786.8975377,"clock":0,"reminded":0.0,"paused":false,"votes":[0],"newcomers":[{"person":{"platform":"telegram","id":5000004},"name":"Dan","key":"e85f942dea74"}]}' AS BLOB), CAST('{"settings":{"stop_short":false,"reshuffle":false,"first_cloak":false,"rotate":false,"hidden_digits":false,"stalemate":true},"invisible":0,"parts":[{"signals":[],"yes":[],"no":[4,2,1,1,2,2,2,2,2,3],"cloaks":[],"charges":0,"cell":null,"out":false},{"signals":["post","factory","depot"],"yes":[1,3,1],"no":[],"cloaks":[],"charges":10,"cell":"r2_4","out":false},{"signals":["library","museum","observatory","bakery"],"yes":[1,1,1],"no":[],"cloaks":[],"charges":10,"cell":"r2_3","out":false},{"signals":["theatre","cinema","circus"],"yes":[2,1],"no":[],"cloaks":[],"charges":10,"cell":"w2","out":false}],"signals":["barber","hotel","park","firehouse","bank","stadium","market","school","tailor","hospital"],"yes":{"left":[1,2,2,3,3,2,3,2,2,1,2,1],"spent":[],"shuffles":0},"no":{"left":[1,2,1,1,1,2,3,1,3,1,3],"spent":[],"shuffles":0},"cloak":{"left":[1346,456,246,1245,1256,123,1234,145,3456,23456,124,356,236,135,12356],"spent":[],"shuffles":0},"digits":{"library":[1],"theatre":[4],"school":[1,2,3],"observatory":[3,5],"post":[4,5,6],"bank":[1,6],"museum":[2,5],"bakery":[1,5],"hospital":[2,3,6],"factory":[3],"barber":[1,3,4],"market":[5],"circus":[3,4],"cinema":[1,4],"depot":[6],"park":[2],"hotel":[2,6],"tailor":[2,5,6],"stadium":[4,6],"firehouse":[1,2,4]},"turn":1,"queue":[2,3],"phase":"cards","laid":[{"number":1,"kind":"yes","place":"theatre","value":2,"by":3}],"opened":[],"die":5,"actions":1,"found":null,"captor":null,"round":2,"quiet":1,"stirred":false,"numbered":1,"rolls":6,"ending":null,"winners":[]}' AS BLOB), 1796030764.8975377, NULL);
INSERT INTO tables VALUES ('a8ab22ad', 'telegram', -1000001000006, 0, 'lobby', 3, CAST('{"id":"a8ab22ad","place":{"platform":"telegram","chat":-1000001000006,"topic":null,"private":false},"title":"Hats Ended","game":"court_hats","status":"lobby","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"7a96952b3abc05d54e665bd3fbd0d9afc8663cd0fa9f29e996bff7fef647e0ea","commitment":"cbb8ef8131a82dba8ba611ad94fe5ee170b2bdc338a9a8c38974fb40574c2581","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"83228cb935280692d8bd","press":"0eb0ae01c183c3cd6d8a","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"a704d4260c6f05e9a05e","press":"119c1a47168b8af9d328","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"83228cb935280692d8bd","agreed_starter":null,"page":"options","rules_version":0,"revision":2,"decision":0,"moves":0,"half":null,"luck":"897a20368496d0b96b0717197eb4b767","since":0.0,"clock":0,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), NULL, 1796030908.8975377, NULL);
INSERT INTO tables VALUES ('b3743f81', 'telegram', -1000001000004, 0, 'playing', 25, CAST('{"id":"b3743f81","place":{"platform":"telegram","chat":-1000001000004,"topic":null,"private":false},"title":"Animal","game":"vanished_animal","status":"playing","options":{"swap":"must","expert":"off","fresh":"off","reveal":"all"},"seed":"b966c9d843e7cc572c4064cb3231674aa1539f67a3966999f53752a841394aad","commitment":"bfca5bc7d215c09501a34c4156baaae6a2dadc2c461da6a59fa4fdcb100bfad0","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"ae734bc22523dae98c72","press":"79f182fab76febd110d3","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"bda3630c9737e0a0b029","press":"b78e42f007174f0fb619","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000003},"name":"Cleo","key":"cf4d656b78551947f704","press":"1edd04ce282e8f3bc0c5","present":true,"computer":"","missed":2,"away":true,"covered":false,"helped":false},{"person":{"platform":"","id":0},"name":"Tick","key":"db013ea2a1dab5d20f7a","press":"761711cda52c0ab65bae","present":true,"computer":"easy","missed":0,"away":false,"covered":false,"helped":false}],"first":"ae734bc22523dae98c72","agreed_starter":0,"page":"","rules_version":1,"revision":23,"decision":17,"moves":16,"half":{"seat":0,"decision":17,"code":"n3"},"luck":"748155bdbafd0d2f98664e9a9e43aa0d","since":1796030764.8975377,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"optional":false,"expert":false,"fresh":false,"open":true},"hats":[{"animal":"owl","token":0},{"animal":"mouse","token":4},{"animal":"frog","token":1},{"animal":"hedgehog","token":3},{"animal":"dove","token":2}],"box":{"animal":"rabbit","token":5},"seats":[{"hat":false,"wand":false,"out":false,"present":true},{"hat":false,"wand":false,"out":false,"present":true},{"hat":false,"wand":false,"out":false,"present":true},{"hat":false,"wand":false,"out":false,"present":true}],"turn":0,"starter":0,"round":1,"phase":"turn","looked":null,"moved":[],"excluded":[],"turns":8}' AS BLOB), 1795857964.8975377, NULL);
INSERT INTO tables VALUES ('d9b08a81', 'telegram', -1000001000008, 0, 'ended', 110, CAST('{"id":"d9b08a81","place":{"platform":"telegram","chat":-1000001000008,"topic":null,"private":false},"title":"Invisible Ended","game":"invisible_man","status":"ended","options":{"stop_short":"off","reshuffle":"off","first_cloak":"off","rotate":"off","hidden_digits":"off","stalemate":"on"},"seed":"a8e7159241213bc1b60e5f228d0da5a530a7f771f444c4060a7c8c5a4935b722","commitment":"ff5b935cfe64f8a2a1894d7b4a6570bdec2a50c06f17bcf342f3a293198643e8","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"abc61536a955c289c233","press":"a53a052e4e81da4e2b62","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"c2f5619ca730624ec065","press":"44e3e990aa028c10377f","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"","agreed_starter":null,"page":"","rules_version":2,"revision":109,"decision":107,"moves":106,"half":null,"luck":"13b0d1dfc3054465ac656814d78cb3b6","since":1795857960.8975377,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"stop_short":false,"reshuffle":false,"first_cloak":false,"rotate":false,"hidden_digits":false,"stalemate":true},"invisible":1,"parts":[{"signals":["depot","school","post","museum","circus","library","observatory","bank"],"yes":[1,1,1],"no":[],"cloaks":[],"charges":10,"cell":"w1","out":false},{"signals":[],"yes":[],"no":[2,3,2,2,2,1,1,2],"cloaks":[12356],"charges":0,"cell":null,"out":false}],"signals":["market","hotel","cinema","tailor","park","factory","hospital"],"yes":{"left":[3,2,3,2,1,1,1,2,2,1,3,2,3,2,2,1,1,2],"spent":[],"shuffles":0},"no":{"left":[1,1,2,1,3,2,4,1,2,1,3,1,3],"spent":[],"shuffles":0},"cloak":{"left":[1245,1234,3456,1346,246,123,456,124,356,1256,236,135,23456,145],"spent":[],"shuffles":0},"digits":{"library":[1],"theatre":[4],"school":[1,2,3],"observatory":[3,5],"post":[4,5,6],"bank":[1,6],"museum":[2,5],"bakery":[1,5],"hospital":[2,3,6],"factory":[3],"barber":[1,3,4],"market":[5],"circus":[3,4],"cinema":[1,4],"depot":[6],"park":[2],"hotel":[2,6],"tailor":[2,5,6],"stadium":[4,6],"firehouse":[1,2,4]},"turn":1,"queue":[],"phase":"over","laid":[],"opened":["bakery","firehouse","barber","stadium","theatre"],"die":3,"actions":0,"found":null,"captor":null,"round":21,"quiet":20,"stirred":false,"numbered":0,"rolls":40,"ending":"patience","winners":[1]}' AS BLOB), 1795857752.8975377, 1795857962.8975377);
INSERT INTO tables VALUES ('f97c4b17', 'telegram', -1000001000006, 0, 'ended', 58, CAST('{"id":"f97c4b17","place":{"platform":"telegram","chat":-1000001000006,"topic":null,"private":false},"title":"Hats Ended","game":"court_hats","status":"ended","options":{"swap_ban":"on","peek_ban":"off","magic_hats":"on","dead_layout":"redeal","short_game":"off","tie_break":"shared"},"seed":"b12d7931b71ad38848416cf4c9cf440d16b4cdd497480746c829ec9582ee019e","commitment":"444c192e588b64abb2b9de12267b06037be0783a32db68ac75ead713c350970b","host":{"platform":"telegram","id":5000001},"seats":[{"person":{"platform":"telegram","id":5000001},"name":"Ann","key":"83228cb935280692d8bd","press":"aaa1458e920217f86b04","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false},{"person":{"platform":"telegram","id":5000002},"name":"Bob","key":"a704d4260c6f05e9a05e","press":"6ffc5b73023c40d03fcc","present":true,"computer":"","missed":0,"away":false,"covered":false,"helped":false}],"first":"83228cb935280692d8bd","agreed_starter":0,"page":"","rules_version":1,"revision":41,"decision":38,"moves":37,"half":null,"luck":"296c659fc420a8b0d554a12edc9c4d0d","since":1795857702.8975377,"clock":86400,"reminded":0.0,"paused":false,"votes":[],"newcomers":[]}' AS BLOB), CAST('{"settings":{"swap_ban":true,"peek_ban":false,"magic_hats":true,"restart":false,"short_game":false,"fewer_chips":false},"row":[null,{"character":"wizard","hat":"pirate","token":5},null,{"character":"pirate","hat":"cook","token":23},null,{"character":"cook","hat":"wizard","token":21},null],"characters":[],"hats":[],"seats":[{"pairs":["pirate","king","princess","witch","dragon"],"magic":2,"chips":0,"present":true},{"pairs":["witch","king","maid","knight","princess","jester","jester","knight","cook","dragon","maid","wizard"],"magic":2,"chips":0,"present":true}],"turn":0,"last":null,"unopened":0,"laid":24,"deals":1,"over":true}' AS BLOB), 1795857600.8975377, 1795857704.8975377);
INSERT INTO sitting VALUES ('telegram', 5000001, '39bba338');
INSERT INTO sitting VALUES ('telegram', 5000002, '39bba338');
INSERT INTO sitting VALUES ('telegram', 5000001, '4c21bbd5');
INSERT INTO sitting VALUES ('telegram', 5000002, '4c21bbd5');
INSERT INTO sitting VALUES ('telegram', 5000001, '4e8290a2');
INSERT INTO sitting VALUES ('telegram', 5000001, '68a1dbdd');
INSERT INTO sitting VALUES ('telegram', 5000002, '68a1dbdd');
INSERT INTO sitting VALUES ('telegram', 5000003, '68a1dbdd');
INSERT INTO sitting VALUES ('telegram', 5000004, '68a1dbdd');
INSERT INTO sitting VALUES ('telegram', 5000001, '6a823408');
INSERT INTO sitting VALUES ('telegram', 5000002, '6a823408');
INSERT INTO sitting VALUES ('telegram', 5000001, '8587ace6');
INSERT INTO sitting VALUES ('telegram', 5000002, '8587ace6');
INSERT INTO sitting VALUES ('telegram', 5000003, '8587ace6');
INSERT INTO sitting VALUES ('telegram', 5000001, 'a8ab22ad');
INSERT INTO sitting VALUES ('telegram', 5000002, 'a8ab22ad');
INSERT INTO sitting VALUES ('telegram', 5000001, 'b3743f81');
INSERT INTO sitting VALUES ('telegram', 5000002, 'b3743f81');
INSERT INTO sitting VALUES ('telegram', 5000003, 'b3743f81');
INSERT INTO sitting VALUES ('telegram', 5000001, 'd9b08a81');
INSERT INTO sitting VALUES ('telegram', 5000002, 'd9b08a81');
INSERT INTO sitting VALUES ('telegram', 5000001, 'f97c4b17');
INSERT INTO sitting VALUES ('telegram', 5000002, 'f97c4b17');
INSERT INTO actions VALUES ('4c21bbd5', 0, NULL, 'deal', CAST('[{"type":"began","audience":null,"round":1,"starter":0}]' AS BLOB), 1795857706.8975377);
INSERT INTO actions VALUES ('4c21bbd5', 1, 0, '{"type":"name","animal":"owl"}', CAST('[{"type":"named","audience":null,"seat":0,"animal":"owl","right":false},{"type":"learned","audience":0,"animal":"rabbit"},{"type":"round_ended","audience":null,"winner":1,"prize":"hat","hats":["dove","frog","mouse","owl","hedgehog"],"box":"rabbit"},{"type":"began","audience":null,"round":2,"starter":0}]' AS BLOB), 1795857726.8975377);
INSERT INTO actions VALUES ('4c21bbd5', 2, 0, '{"type":"name","animal":"mouse"}', CAST('[{"type":"named","audience":null,"seat":0,"animal":"mouse","right":false},{"type":"learned","audience":0,"animal":"frog"},{"type":"round_ended","audience":null,"winner":1,"prize":"wand","hats":["hedgehog","dove","mouse","rabbit","owl"],"box":"frog"},{"type":"ended","audience":null,"winner":1}]' AS BLOB), 1795857750.8975377);
INSERT INTO actions VALUES ('4e8290a2', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"starter":0}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('4e8290a2', 1, 0, '{"type":"peek","slot":0}', CAST('[{"type":"peeked","audience":null,"seat":0,"slot":0},{"type":"saw","audience":0,"slot":0,"hat":"witch"}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('4e8290a2', 2, 1, '{"type":"peek","slot":6}', CAST('[{"type":"peeked","audience":null,"seat":1,"slot":6},{"type":"saw","audience":1,"slot":6,"hat":"knight"}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('4e8290a2', 3, 0, '{"type":"swap","a":0,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":3}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('4e8290a2', 4, 1, '{"type":"peek","slot":2}', CAST('[{"type":"peeked","audience":null,"seat":1,"slot":2},{"type":"saw","audience":1,"slot":2,"hat":"pirate"}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('4e8290a2', 5, 0, '{"type":"open","slot":3}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":3,"hat":"witch","character":"witch","result":"match","refill":"jester"}]' AS BLOB), 1796030764.8975377);
INSERT INTO actions VALUES ('68a1dbdd', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"starter":0}]' AS BLOB), 1796030908.8975377);
INSERT INTO actions VALUES ('68a1dbdd', 1, 0, '{"type":"peek","slot":0}', CAST('[{"type":"peeked","audience":null,"seat":0,"slot":0},{"type":"saw","audience":0,"slot":0,"hat":"dragon"}]' AS BLOB), 1796030908.8975377);
INSERT INTO actions VALUES ('68a1dbdd', 2, 1, '{"type":"peek","slot":1}', CAST('[{"type":"peeked","audience":null,"seat":1,"slot":1},{"type":"saw","audience":1,"slot":1,"hat":"magic"}]' AS BLOB), 1796030908.8975377);
INSERT INTO actions VALUES ('68a1dbdd', 3, 2, '{"type":"peek","slot":2}', CAST('[{"type":"peeked","audience":null,"seat":2,"slot":2},{"type":"saw","audience":2,"slot":2,"hat":"wizard"}]' AS BLOB), 1796030908.8975377);
INSERT INTO actions VALUES ('8587ace6', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"invisible":0},{"type":"got","audience":0,"signals":[],"yes":[],"no":[4,2,1,1,2,2,2,2,2],"cloaks":[]},{"type":"got","audience":1,"signals":["post","factory","depot"],"yes":[1,3,1],"no":[],"cloaks":[]},{"type":"got","audience":2,"signals":["library","museum","observatory"],"yes":[1,1,1],"no":[],"cloaks":[]},{"type":"got","audience":3,"signals":["theatre","cinema","circus"],"yes":[2,2,1],"no":[],"cloaks":[]}]' AS BLOB), 1796030764.8975377);
INSERT INTO actions VALUES ('8587ace6', 1, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1796030764.8975377);
INSERT INTO actions VALUES ('8587ace6', 2, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1796030766.8975377);
INSERT INTO actions VALUES ('8587ace6', 3, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":3}]' AS BLOB), 1796030768.8975377);
INSERT INTO actions VALUES ('8587ace6', 4, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1796030770.8975377);
INSERT INTO actions VALUES ('8587ace6', 5, 1, '{"type":"move","cell":"r2_4"}', CAST('[{"type":"walked","audience":null,"seat":1,"path":["r7_4","w2","w1","r2_4"]}]' AS BLOB), 1796030772.8975377);
INSERT INTO actions VALUES ('8587ace6', 6, 2, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":2,"die":6},{"type":"drew","audience":null,"seat":2,"deck":"signal","count":1},{"type":"got","audience":2,"signals":["bakery"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1796030774.8975377);
INSERT INTO actions VALUES ('8587ace6', 7, 2, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":2}]' AS BLOB), 1796030776.8975377);
INSERT INTO actions VALUES ('8587ace6', 8, 2, '{"type":"move","cell":"r2_3"}', CAST('[{"type":"walked","audience":null,"seat":2,"path":["r7_4","r6_4","r5_4","r4_4","r3_4","r2_4","r2_3"]}]' AS BLOB), 1796030778.8975377);
INSERT INTO actions VALUES ('8587ace6', 9, 3, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":3,"die":1}]' AS BLOB), 1796030778.8975377);
INSERT INTO actions VALUES ('8587ace6', 10, 3, '{"type":"place","value":2,"place":"theatre"}', CAST('[{"type":"placed","audience":null,"seat":3,"kind":"yes","card":1,"place":"theatre"}]' AS BLOB), 1796030778.8975377);
INSERT INTO actions VALUES ('8587ace6', 11, 3, '{"type":"move","cell":"w2"}', CAST('[{"type":"walked","audience":null,"seat":3,"path":["r7_4","w2"]}]' AS BLOB), 1796030778.8975377);
INSERT INTO actions VALUES ('8587ace6', 12, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1796030780.8975377);
INSERT INTO actions VALUES ('8587ace6', 13, 0, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":0,"deck":"no","count":1},{"type":"got","audience":0,"signals":[],"yes":[],"no":[3],"cloaks":[]}]' AS BLOB), 1796030782.8975377);
INSERT INTO actions VALUES ('8587ace6', 14, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1796030784.8975377);
INSERT INTO actions VALUES ('8587ace6', 15, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1796030786.8975377);
INSERT INTO actions VALUES ('b3743f81', 0, NULL, 'deal', CAST('[{"type":"began","audience":null,"round":1,"starter":0}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('b3743f81', 1, 0, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":0,"hat":0},{"type":"saw","audience":0,"hat":0,"animal":"owl"}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('b3743f81', 2, 0, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":1,"again":false}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('b3743f81', 3, 1, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":1,"hat":0},{"type":"saw","audience":1,"hat":0,"animal":"frog"}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('b3743f81', 4, 1, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":1,"again":false}]' AS BLOB), 1795857964.8975377);
INSERT INTO actions VALUES ('b3743f81', 5, 2, '{"type":"look","hat":4}', CAST('[{"type":"looked","audience":null,"seat":2,"hat":4},{"type":"saw","audience":2,"hat":4,"animal":"mouse"}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 6, 2, '{"type":"swap","a":0,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":2,"a":0,"b":4,"again":false}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 7, 3, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":3,"hat":0},{"type":"saw","audience":3,"hat":0,"animal":"mouse"}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 8, 3, '{"type":"swap","a":0,"b":2}', CAST('[{"type":"swapped","audience":null,"seat":3,"a":0,"b":2,"again":false}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 9, 0, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":0,"hat":0},{"type":"saw","audience":0,"hat":0,"animal":"dove"}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 10, 0, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":1,"again":false}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 11, 1, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":1,"hat":0},{"type":"saw","audience":1,"hat":0,"animal":"frog"}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 12, 1, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":0,"b":1,"again":false}]' AS BLOB), 1795944364.8975377);
INSERT INTO actions VALUES ('b3743f81', 13, 2, '{"type":"look","hat":0}', CAST('[{"type":"looked","audience":null,"seat":2,"hat":0},{"type":"saw","audience":2,"hat":0,"animal":"dove"}]' AS BLOB), 1796030764.8975377);
INSERT INTO actions VALUES ('b3743f81', 14, 2, '{"type":"swap","a":0,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":2,"a":0,"b":4,"again":false}]' AS BLOB), 1796030764.8975377);
INSERT INTO actions VALUES ('b3743f81', 15, 3, '{"type":"look","hat":1}', CAST('[{"type":"looked","audience":null,"seat":3,"hat":1},{"type":"saw","audience":3,"hat":1,"animal":"frog"}]' AS BLOB), 1796030764.8975377);
INSERT INTO actions VALUES ('b3743f81', 16, 3, '{"type":"swap","a":1,"b":2}', CAST('[{"type":"swapped","audience":null,"seat":3,"a":1,"b":2,"again":false}]' AS BLOB), 1796030764.8975377);
INSERT INTO actions VALUES ('d9b08a81', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"invisible":1},{"type":"got","audience":0,"signals":["depot","school","post"],"yes":[1,1,1],"no":[],"cloaks":[]},{"type":"got","audience":1,"signals":[],"yes":[],"no":[2,3,2],"cloaks":[]}]' AS BLOB), 1795857752.8975377);
INSERT INTO actions VALUES ('d9b08a81', 1, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":3}]' AS BLOB), 1795857752.8975377);
INSERT INTO actions VALUES ('d9b08a81', 2, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857754.8975377);
INSERT INTO actions VALUES ('d9b08a81', 3, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":1}]' AS BLOB), 1795857756.8975377);
INSERT INTO actions VALUES ('d9b08a81', 4, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857758.8975377);
INSERT INTO actions VALUES ('d9b08a81', 5, 0, '{"type":"move","cell":"r6_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r7_4","r6_4"]}]' AS BLOB), 1795857760.8975377);
INSERT INTO actions VALUES ('d9b08a81', 6, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":6},{"type":"signal_opened","audience":null,"place":"bakery","hits":[1,5],"yes":[],"no":[]}]' AS BLOB), 1795857762.8975377);
INSERT INTO actions VALUES ('d9b08a81', 7, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857764.8975377);
INSERT INTO actions VALUES ('d9b08a81', 8, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857766.8975377);
INSERT INTO actions VALUES ('d9b08a81', 9, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857768.8975377);
INSERT INTO actions VALUES ('d9b08a81', 10, 0, '{"type":"move","cell":"r6_10"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r6_4","r7_4","w2","w4","r7_10","r6_10"]}]' AS BLOB), 1795857770.8975377);
INSERT INTO actions VALUES ('d9b08a81', 11, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":6},{"type":"signal_opened","audience":null,"place":"firehouse","hits":[1,2,4],"yes":[],"no":[]}]' AS BLOB), 1795857772.8975377);
INSERT INTO actions VALUES ('d9b08a81', 12, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857774.8975377);
INSERT INTO actions VALUES ('d9b08a81', 13, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":2}]' AS BLOB), 1795857776.8975377);
INSERT INTO actions VALUES ('d9b08a81', 14, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857778.8975377);
INSERT INTO actions VALUES ('d9b08a81', 15, 0, '{"type":"move","cell":"r8_10"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r6_10","r7_10","r8_10"]}]' AS BLOB), 1795857780.8975377);
INSERT INTO actions VALUES ('d9b08a81', 16, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857782.8975377);
INSERT INTO actions VALUES ('d9b08a81', 17, 1, '{"type":"draw","deck":"cloak"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"cloak","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[],"cloaks":[12356]}]' AS BLOB), 1795857784.8975377);
INSERT INTO actions VALUES ('d9b08a81', 18, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857786.8975377);
INSERT INTO actions VALUES ('d9b08a81', 19, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["museum"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1795857788.8975377);
INSERT INTO actions VALUES ('d9b08a81', 20, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857790.8975377);
INSERT INTO actions VALUES ('d9b08a81', 21, 0, '{"type":"move","cell":"r5_7"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r8_10","r7_10","r6_10","r5_10","r5_9","r5_8","r5_7"]}]' AS BLOB), 1795857792.8975377);
INSERT INTO actions VALUES ('d9b08a81', 22, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":4}]' AS BLOB), 1795857794.8975377);
INSERT INTO actions VALUES ('d9b08a81', 23, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[2],"cloaks":[]}]' AS BLOB), 1795857796.8975377);
INSERT INTO actions VALUES ('d9b08a81', 24, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857798.8975377);
INSERT INTO actions VALUES ('d9b08a81', 25, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["circus"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1795857800.8975377);
INSERT INTO actions VALUES ('d9b08a81', 26, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857802.8975377);
INSERT INTO actions VALUES ('d9b08a81', 27, 0, '{"type":"move","cell":"r12_8"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r5_7","r6_7","r7_7","w2","w3","r12_7","r12_8"]}]' AS BLOB), 1795857804.8975377);
INSERT INTO actions VALUES ('d9b08a81', 28, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":4}]' AS BLOB), 1795857806.8975377);
INSERT INTO actions VALUES ('d9b08a81', 29, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[2],"cloaks":[]}]' AS BLOB), 1795857808.8975377);
INSERT INTO actions VALUES ('d9b08a81', 30, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857810.8975377);
INSERT INTO actions VALUES ('d9b08a81', 31, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":2}]' AS BLOB), 1795857812.8975377);
INSERT INTO actions VALUES ('d9b08a81', 32, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857814.8975377);
INSERT INTO actions VALUES ('d9b08a81', 33, 0, '{"type":"move","cell":"r11_7"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r12_8","r12_7","r11_7"]}]' AS BLOB), 1795857816.8975377);
INSERT INTO actions VALUES ('d9b08a81', 34, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":3}]' AS BLOB), 1795857818.8975377);
INSERT INTO actions VALUES ('d9b08a81', 35, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857820.8975377);
INSERT INTO actions VALUES ('d9b08a81', 36, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":4}]' AS BLOB), 1795857822.8975377);
INSERT INTO actions VALUES ('d9b08a81', 37, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857824.8975377);
INSERT INTO actions VALUES ('d9b08a81', 38, 0, '{"type":"move","cell":"r9_5"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r11_7","r10_7","r9_7","r9_6","r9_5"]}]' AS BLOB), 1795857826.8975377);
INSERT INTO actions VALUES ('d9b08a81', 39, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857828.8975377);
INSERT INTO actions VALUES ('d9b08a81', 40, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857830.8975377);
INSERT INTO actions VALUES ('d9b08a81', 41, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1795857832.8975377);
INSERT INTO actions VALUES ('d9b08a81', 42, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857834.8975377);
INSERT INTO actions VALUES ('d9b08a81', 43, 0, '{"type":"move","cell":"r9_2"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r9_5","r9_4","r9_3","r9_2"]}]' AS BLOB), 1795857836.8975377);
INSERT INTO actions VALUES ('d9b08a81', 44, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857838.8975377);
INSERT INTO actions VALUES ('d9b08a81', 45, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[1],"cloaks":[]}]' AS BLOB), 1795857840.8975377);
INSERT INTO actions VALUES ('d9b08a81', 46, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857842.8975377);
INSERT INTO actions VALUES ('d9b08a81', 47, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":4}]' AS BLOB), 1795857844.8975377);
INSERT INTO actions VALUES ('d9b08a81', 48, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857846.8975377);
INSERT INTO actions VALUES ('d9b08a81', 49, 0, '{"type":"move","cell":"r9_6"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r9_2","r9_3","r9_4","r9_5","r9_6"]}]' AS BLOB), 1795857848.8975377);
INSERT INTO actions VALUES ('d9b08a81', 50, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1795857850.8975377);
INSERT INTO actions VALUES ('d9b08a81', 51, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857852.8975377);
INSERT INTO actions VALUES ('d9b08a81', 52, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1795857854.8975377);
INSERT INTO actions VALUES ('d9b08a81', 53, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857856.8975377);
INSERT INTO actions VALUES ('d9b08a81', 54, 0, '{"type":"move","cell":"r10_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r9_6","r9_5","r9_4","r10_4"]}]' AS BLOB), 1795857858.8975377);
INSERT INTO actions VALUES ('d9b08a81', 55, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":3}]' AS BLOB), 1795857860.8975377);
INSERT INTO actions VALUES ('d9b08a81', 56, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857862.8975377);
INSERT INTO actions VALUES ('d9b08a81', 57, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857864.8975377);
INSERT INTO actions VALUES ('d9b08a81', 58, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857866.8975377);
INSERT INTO actions VALUES ('d9b08a81', 59, 0, '{"type":"move","cell":"r9_8"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r10_4","r9_4","r9_5","r9_6","r9_7","r9_8"]}]' AS BLOB), 1795857868.8975377);
INSERT INTO actions VALUES ('d9b08a81', 60, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857870.8975377);
INSERT INTO actions VALUES ('d9b08a81', 61, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857872.8975377);
INSERT INTO actions VALUES ('d9b08a81', 62, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["library"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1795857874.8975377);
INSERT INTO actions VALUES ('d9b08a81', 63, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857876.8975377);
INSERT INTO actions VALUES ('d9b08a81', 64, 0, '{"type":"move","cell":"r2_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r9_8","r9_7","r8_7","r7_7","w2","w1","r2_4"]}]' AS BLOB), 1795857878.8975377);
INSERT INTO actions VALUES ('d9b08a81', 65, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857880.8975377);
INSERT INTO actions VALUES ('d9b08a81', 66, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[1],"cloaks":[]}]' AS BLOB), 1795857882.8975377);
INSERT INTO actions VALUES ('d9b08a81', 67, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857884.8975377);
INSERT INTO actions VALUES ('d9b08a81', 68, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":2}]' AS BLOB), 1795857886.8975377);
INSERT INTO actions VALUES ('d9b08a81', 69, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857888.8975377);
INSERT INTO actions VALUES ('d9b08a81', 70, 0, '{"type":"move","cell":"w2"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r2_4","w1","w2"]}]' AS BLOB), 1795857890.8975377);
INSERT INTO actions VALUES ('d9b08a81', 71, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1795857892.8975377);
INSERT INTO actions VALUES ('d9b08a81', 72, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857894.8975377);
INSERT INTO actions VALUES ('d9b08a81', 73, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":4}]' AS BLOB), 1795857896.8975377);
INSERT INTO actions VALUES ('d9b08a81', 74, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857898.8975377);
INSERT INTO actions VALUES ('d9b08a81', 75, 0, '{"type":"move","cell":"r9_10"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["w2","w4","r7_10","r8_10","r9_10"]}]' AS BLOB), 1795857900.8975377);
INSERT INTO actions VALUES ('d9b08a81', 76, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":1}]' AS BLOB), 1795857902.8975377);
INSERT INTO actions VALUES ('d9b08a81', 77, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857904.8975377);
INSERT INTO actions VALUES ('d9b08a81', 78, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857906.8975377);
INSERT INTO actions VALUES ('d9b08a81', 79, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857908.8975377);
INSERT INTO actions VALUES ('d9b08a81', 80, 0, '{"type":"move","cell":"w1"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r9_10","r8_10","r7_10","w4","w2","w1"]}]' AS BLOB), 1795857910.8975377);
INSERT INTO actions VALUES ('d9b08a81', 81, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":6},{"type":"signal_opened","audience":null,"place":"barber","hits":[1,3,4],"yes":[],"no":[]}]' AS BLOB), 1795857912.8975377);
INSERT INTO actions VALUES ('d9b08a81', 82, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857914.8975377);
INSERT INTO actions VALUES ('d9b08a81', 83, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857916.8975377);
INSERT INTO actions VALUES ('d9b08a81', 84, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857918.8975377);
INSERT INTO actions VALUES ('d9b08a81', 85, 0, '{"type":"move","cell":"r4_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["w1","w2","r7_4","r6_4","r5_4","r4_4"]}]' AS BLOB), 1795857920.8975377);
INSERT INTO actions VALUES ('d9b08a81', 86, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":6},{"type":"signal_opened","audience":null,"place":"stadium","hits":[4,6],"yes":[],"no":[]}]' AS BLOB), 1795857922.8975377);
INSERT INTO actions VALUES ('d9b08a81', 87, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857924.8975377);
INSERT INTO actions VALUES ('d9b08a81', 88, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":5}]' AS BLOB), 1795857926.8975377);
INSERT INTO actions VALUES ('d9b08a81', 89, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857928.8975377);
INSERT INTO actions VALUES ('d9b08a81', 90, 0, '{"type":"move","cell":"r7_4"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r4_4","r3_4","r2_4","w1","w2","r7_4"]}]' AS BLOB), 1795857930.8975377);
INSERT INTO actions VALUES ('d9b08a81', 91, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":5}]' AS BLOB), 1795857932.8975377);
INSERT INTO actions VALUES ('d9b08a81', 92, 1, '{"type":"draw","deck":"no"}', CAST('[{"type":"drew","audience":null,"seat":1,"deck":"no","count":1},{"type":"got","audience":1,"signals":[],"yes":[],"no":[2],"cloaks":[]}]' AS BLOB), 1795857934.8975377);
INSERT INTO actions VALUES ('d9b08a81', 93, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857936.8975377);
INSERT INTO actions VALUES ('d9b08a81', 94, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["observatory"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1795857938.8975377);
INSERT INTO actions VALUES ('d9b08a81', 95, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857940.8975377);
INSERT INTO actions VALUES ('d9b08a81', 96, 0, '{"type":"move","cell":"r6_7"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r7_4","r6_4","r5_4","r5_5","r5_6","r5_7","r6_7"]}]' AS BLOB), 1795857942.8975377);
INSERT INTO actions VALUES ('d9b08a81', 97, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":6},{"type":"signal_opened","audience":null,"place":"theatre","hits":[4],"yes":[],"no":[]}]' AS BLOB), 1795857944.8975377);
INSERT INTO actions VALUES ('d9b08a81', 98, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857946.8975377);
INSERT INTO actions VALUES ('d9b08a81', 99, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":6},{"type":"drew","audience":null,"seat":0,"deck":"signal","count":1},{"type":"got","audience":0,"signals":["bank"],"yes":[],"no":[],"cloaks":[]}]' AS BLOB), 1795857948.8975377);
INSERT INTO actions VALUES ('d9b08a81', 100, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857950.8975377);
INSERT INTO actions VALUES ('d9b08a81', 101, 0, '{"type":"move","cell":"r2_9"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r6_7","r5_7","r4_7","r3_7","r2_7","r2_8","r2_9"]}]' AS BLOB), 1795857952.8975377);
INSERT INTO actions VALUES ('d9b08a81', 102, 1, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":1,"die":2}]' AS BLOB), 1795857954.8975377);
INSERT INTO actions VALUES ('d9b08a81', 103, 1, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":1}]' AS BLOB), 1795857956.8975377);
INSERT INTO actions VALUES ('d9b08a81', 104, 0, '{"type":"roll"}', CAST('[{"type":"rolled","audience":null,"seat":0,"die":3}]' AS BLOB), 1795857958.8975377);
INSERT INTO actions VALUES ('d9b08a81', 105, 0, '{"type":"pass"}', CAST('[{"type":"passed","audience":null,"seat":0}]' AS BLOB), 1795857960.8975377);
INSERT INTO actions VALUES ('d9b08a81', 106, 0, '{"type":"move","cell":"w1"}', CAST('[{"type":"walked","audience":null,"seat":0,"path":["r2_9","r2_8","r2_7","w1"]},{"type":"ended","audience":null,"reason":"patience","winners":[1]}]' AS BLOB), 1795857962.8975377);
INSERT INTO actions VALUES ('f97c4b17', 0, NULL, 'deal', CAST('[{"type":"dealt","audience":null,"starter":0}]' AS BLOB), 1795857600.8975377);
INSERT INTO actions VALUES ('f97c4b17', 1, 0, '{"type":"swap","a":0,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":4}]' AS BLOB), 1795857602.8975377);
INSERT INTO actions VALUES ('f97c4b17', 2, 1, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":4,"hat":"witch","character":"witch","result":"match","refill":"king"}]' AS BLOB), 1795857604.8975377);
INSERT INTO actions VALUES ('f97c4b17', 3, 0, '{"type":"swap","a":0,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":4}]' AS BLOB), 1795857608.8975377);
INSERT INTO actions VALUES ('f97c4b17', 4, 1, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":4,"hat":"king","character":"king","result":"match","refill":"knight"}]' AS BLOB), 1795857610.8975377);
INSERT INTO actions VALUES ('f97c4b17', 5, 0, '{"type":"swap","a":0,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":3}]' AS BLOB), 1795857614.8975377);
INSERT INTO actions VALUES ('f97c4b17', 6, 1, '{"type":"open","slot":3}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":3,"hat":"maid","character":"maid","result":"match","refill":"jester"}]' AS BLOB), 1795857616.8975377);
INSERT INTO actions VALUES ('f97c4b17', 7, 0, '{"type":"swap","a":1,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":1,"b":4}]' AS BLOB), 1795857620.8975377);
INSERT INTO actions VALUES ('f97c4b17', 8, 1, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":4,"hat":"knight","character":"knight","result":"match","refill":"princess"}]' AS BLOB), 1795857622.8975377);
INSERT INTO actions VALUES ('f97c4b17', 9, 0, '{"type":"swap","a":1,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":1,"b":4}]' AS BLOB), 1795857626.8975377);
INSERT INTO actions VALUES ('f97c4b17', 10, 1, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":4,"hat":"princess","character":"princess","result":"match","refill":"witch"}]' AS BLOB), 1795857628.8975377);
INSERT INTO actions VALUES ('f97c4b17', 11, 0, '{"type":"swap","a":1,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":1,"b":3}]' AS BLOB), 1795857632.8975377);
INSERT INTO actions VALUES ('f97c4b17', 12, 1, '{"type":"open","slot":3}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":3,"hat":"jester","character":"jester","result":"match","refill":"maid"}]' AS BLOB), 1795857634.8975377);
INSERT INTO actions VALUES ('f97c4b17', 13, 0, '{"type":"swap","a":2,"b":5}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":2,"b":5}]' AS BLOB), 1795857638.8975377);
INSERT INTO actions VALUES ('f97c4b17', 14, 1, '{"type":"open","slot":5}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":5,"hat":"jester","character":"jester","result":"match","refill":"king"}]' AS BLOB), 1795857640.8975377);
INSERT INTO actions VALUES ('f97c4b17', 15, 0, '{"type":"swap","a":3,"b":6}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":3,"b":6}]' AS BLOB), 1795857644.8975377);
INSERT INTO actions VALUES ('f97c4b17', 16, 1, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":6,"hat":"knight","character":"knight","result":"match","refill":"pirate"}]' AS BLOB), 1795857646.8975377);
INSERT INTO actions VALUES ('f97c4b17', 17, 0, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":6,"hat":"magic","character":"pirate","result":"magic","refill":null}]' AS BLOB), 1795857648.8975377);
INSERT INTO actions VALUES ('f97c4b17', 18, 1, '{"type":"swap","a":1,"b":6}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":1,"b":6}]' AS BLOB), 1795857652.8975377);
INSERT INTO actions VALUES ('f97c4b17', 19, 0, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":6,"hat":"pirate","character":"pirate","result":"match","refill":"princess"}]' AS BLOB), 1795857654.8975377);
INSERT INTO actions VALUES ('f97c4b17', 20, 1, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":6,"hat":"magic","character":"princess","result":"magic","refill":null}]' AS BLOB), 1795857656.8975377);
INSERT INTO actions VALUES ('f97c4b17', 21, 0, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":6,"hat":"magic","character":"princess","result":"magic","refill":null}]' AS BLOB), 1795857658.8975377);
INSERT INTO actions VALUES ('f97c4b17', 22, 1, '{"type":"swap","a":1,"b":5}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":1,"b":5}]' AS BLOB), 1795857662.8975377);
INSERT INTO actions VALUES ('f97c4b17', 23, 0, '{"type":"open","slot":5}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":5,"hat":"king","character":"king","result":"match","refill":"cook"}]' AS BLOB), 1795857664.8975377);
INSERT INTO actions VALUES ('f97c4b17', 24, 1, '{"type":"open","slot":5}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":5,"hat":"magic","character":"cook","result":"magic","refill":null}]' AS BLOB), 1795857666.8975377);
INSERT INTO actions VALUES ('f97c4b17', 25, 0, '{"type":"swap","a":0,"b":5}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":5}]' AS BLOB), 1795857670.8975377);
INSERT INTO actions VALUES ('f97c4b17', 26, 1, '{"type":"open","slot":5}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":5,"hat":"cook","character":"cook","result":"match","refill":"cook"}]' AS BLOB), 1795857672.8975377);
INSERT INTO actions VALUES ('f97c4b17', 27, 0, '{"type":"swap","a":0,"b":1}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":1}]' AS BLOB), 1795857676.8975377);
INSERT INTO actions VALUES ('f97c4b17', 28, 1, '{"type":"open","slot":1}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":1,"hat":"dragon","character":"dragon","result":"match","refill":"wizard"}]' AS BLOB), 1795857678.8975377);
INSERT INTO actions VALUES ('f97c4b17', 29, 0, '{"type":"swap","a":0,"b":3}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":3}]' AS BLOB), 1795857682.8975377);
INSERT INTO actions VALUES ('f97c4b17', 30, 1, '{"type":"open","slot":3}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":3,"hat":"maid","character":"maid","result":"match","refill":"pirate"}]' AS BLOB), 1795857684.8975377);
INSERT INTO actions VALUES ('f97c4b17', 31, 0, '{"type":"swap","a":0,"b":6}', CAST('[{"type":"swapped","audience":null,"seat":0,"a":0,"b":6}]' AS BLOB), 1795857688.8975377);
INSERT INTO actions VALUES ('f97c4b17', 32, 1, '{"type":"open","slot":0}', CAST('[{"type":"opened","audience":null,"seat":1,"slot":0,"hat":"wizard","character":"wizard","result":"match","refill":null}]' AS BLOB), 1795857690.8975377);
INSERT INTO actions VALUES ('f97c4b17', 33, 0, '{"type":"open","slot":6}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":6,"hat":"princess","character":"princess","result":"match","refill":null}]' AS BLOB), 1795857692.8975377);
INSERT INTO actions VALUES ('f97c4b17', 34, 1, '{"type":"swap","a":1,"b":4}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":1,"b":4}]' AS BLOB), 1795857696.8975377);
INSERT INTO actions VALUES ('f97c4b17', 35, 0, '{"type":"open","slot":4}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":4,"hat":"witch","character":"witch","result":"match","refill":null}]' AS BLOB), 1795857698.8975377);
INSERT INTO actions VALUES ('f97c4b17', 36, 1, '{"type":"swap","a":1,"b":2}', CAST('[{"type":"swapped","audience":null,"seat":1,"a":1,"b":2}]' AS BLOB), 1795857702.8975377);
INSERT INTO actions VALUES ('f97c4b17', 37, 0, '{"type":"open","slot":2}', CAST('[{"type":"opened","audience":null,"seat":0,"slot":2,"hat":"dragon","character":"dragon","result":"match","refill":null},{"type":"ended","audience":null,"hats":[null,"pirate",null,"cook",null,"wizard",null]}]' AS BLOB), 1795857704.8975377);
INSERT INTO whispers VALUES (27, '68a1dbdd', 0, 'telegram', 5000001, 1, CAST('{"type":"saw","audience":0,"slot":0,"hat":"dragon"}' AS BLOB), 'shown', 28, 1796030968.8975377);
INSERT INTO whispers VALUES (28, '68a1dbdd', 1, 'telegram', 5000002, 2, CAST('{"type":"saw","audience":1,"slot":1,"hat":"magic"}' AS BLOB), 'blocked', NULL, NULL);
INSERT INTO whispers VALUES (29, '68a1dbdd', 2, 'telegram', 5000003, 3, CAST('{"type":"saw","audience":2,"slot":2,"hat":"wizard"}' AS BLOB), 'waiting', NULL, NULL);
INSERT INTO sqlite_sequence VALUES ('whispers', 29);
INSERT INTO boards VALUES ('39bba338', 5, 4, -1, 0, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('4c21bbd5', 3, 5, 2, 3, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('4e8290a2', 20, 7, 5, 6, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('68a1dbdd', 7, 9, 3, 4, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('6a823408', 5, 2, -1, 0, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('8587ace6', 5, 22, 15, 16, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('a8ab22ad', 4, 2, -1, 0, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('b3743f81', 7, 23, 16, 17, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('d9b08a81', 3, 109, 106, 107, CAST('[]' AS BLOB));
INSERT INTO boards VALUES ('f97c4b17', 3, 41, 37, 38, CAST('[]' AS BLOB));
INSERT INTO people VALUES ('telegram', 5000001, 'Ann', 'en', NULL, 1, 0);
INSERT INTO people VALUES ('telegram', 5000002, 'Bob', 'en', NULL, 0, 0);
INSERT INTO people VALUES ('telegram', 5000003, 'Cleo', 'en', NULL, 1, 0);
INSERT INTO people VALUES ('telegram', 5000004, 'Dan', 'en', 'de', 1, 0);
INSERT INTO people VALUES ('telegram', 5000005, 'Eve', 'en', NULL, NULL, 0);
INSERT INTO chats VALUES ('telegram', -1000001000008, 0, 'Invisible Ended', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('telegram', -1000001000007, 0, 'Animal Ended', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('telegram', -1000001000006, 0, 'Hats Ended', CAST('{"locale":"en","whisper_seconds":300,"enders":"players","clock":3600}' AS BLOB), 0);
INSERT INTO chats VALUES ('telegram', -1000001000005, 0, 'Invisible', CAST('{"locale":"en","clock":0}' AS BLOB), 0);
INSERT INTO chats VALUES ('telegram', -1000001000004, 0, 'Animal', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('telegram', -1000001000003, 0, 'Hats', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO chats VALUES ('telegram', 5000001, 0, '', CAST('{"locale":"en"}' AS BLOB), 0);
INSERT INTO invites VALUES ('pIddBb3Qde0RTiY-r1KyUMp1oewq0br4', '6a823408', 'telegram', 5000005, 'e977c6a0704ac6a2c395', 1796030908.8975377);
INSERT INTO seen VALUES ('020ac3815625b1e0b6dc', 1795857964.8975377);
INSERT INTO seen VALUES ('28cfaecfd6652e9bcb75', 1795857964.8975377);
INSERT INTO seen VALUES ('4ac2047c411eee92d715', 1795857964.8975377);
INSERT INTO seen VALUES ('67191d6e9de1e5d81bc7', 1795857964.8975377);
INSERT INTO seen VALUES ('693e557731d983b54e2f', 1795857964.8975377);
INSERT INTO seen VALUES ('6acab45af68ed01a504f', 1795857964.8975377);
INSERT INTO seen VALUES ('85b50c23ce3aba46c7a7', 1795857964.8975377);
INSERT INTO seen VALUES ('94b697656f8a5042c9f8', 1795857964.8975377);
INSERT INTO seen VALUES ('b4bd21c5bbb189fa13d3', 1795857964.8975377);
INSERT INTO seen VALUES ('c4512d197edcab46764b', 1795857964.8975377);
INSERT INTO seen VALUES ('d248809b1e42e6f68b2c', 1795857964.8975377);
INSERT INTO seen VALUES ('d5f616515239cb94e420', 1795857964.8975377);
INSERT INTO seen VALUES ('d8842245ff9a9faef50f', 1795857964.8975377);
INSERT INTO seen VALUES ('e3badf025a9ab89a603d', 1795857964.8975377);
INSERT INTO seen VALUES ('ea132442cbba729b19b7', 1795857964.8975377);
INSERT INTO seen VALUES ('fd98953dc4a53d795136', 1795857964.8975377);
INSERT INTO seen VALUES ('50b42264b275e7f8129c', 1795944364.8975377);
INSERT INTO seen VALUES ('6c7e826cd715411cf383', 1795944364.8975377);
INSERT INTO seen VALUES ('b89b092a3225d6bb1e72', 1795944364.8975377);
INSERT INTO seen VALUES ('bbb49347b45e11329fe6', 1795944364.8975377);
INSERT INTO seen VALUES ('2f77ff167ce320f22556', 1796030764.8975377);
INSERT INTO seen VALUES ('454d75302b63c8697748', 1796030764.8975377);
INSERT INTO seen VALUES ('74bc992b2d564f50c17a', 1796030764.8975377);
INSERT INTO seen VALUES ('880bfe2271187be52603', 1796030764.8975377);
INSERT INTO seen VALUES ('92371a430a539fbd5531', 1796030764.8975377);
INSERT INTO seen VALUES ('b3e38c5675ec4fc3b66e', 1796030764.8975377);
INSERT INTO seen VALUES ('c15925de67dc077255e6', 1796030764.8975377);
INSERT INTO seen VALUES ('d2a21b7521cb8a32ea56', 1796030764.8975377);
INSERT INTO seen VALUES ('ea49f3bebd5a0d0b1302', 1796030764.8975377);
INSERT INTO seen VALUES ('edc46fdfbcbd0d1fca43', 1796030764.8975377);
INSERT INTO seen VALUES ('fdc995ee4afb2e84cc2e', 1796030764.8975377);
INSERT INTO seen VALUES ('4c28936f4833c1a5f782', 1796030766.8975377);
INSERT INTO seen VALUES ('ad085c61aca1a41feae4', 1796030768.8975377);
INSERT INTO seen VALUES ('8b626f687cece0fa148a', 1796030770.8975377);
INSERT INTO seen VALUES ('0ad1e43886e08eaadb8e', 1796030772.8975377);
INSERT INTO seen VALUES ('542b065a0095f73c9dfe', 1796030774.8975377);
INSERT INTO seen VALUES ('cbab33a759aa1c423471', 1796030776.8975377);
INSERT INTO seen VALUES ('e9df53a60ed013ddc3a5', 1796030778.8975377);
INSERT INTO seen VALUES ('9aab253386daf48dde49', 1796030780.8975377);
INSERT INTO seen VALUES ('cd037894c5ac812d3ebe', 1796030782.8975377);
INSERT INTO seen VALUES ('15637da6e60d1b155cae', 1796030784.8975377);
INSERT INTO seen VALUES ('b0f119bdee5b022c117c', 1796030786.8975377);
INSERT INTO seen VALUES ('dae4598b34efcf4a81ef', 1796030788.8975377);
INSERT INTO seen VALUES ('000287e7a905b269c254', 1796030908.8975377);
INSERT INTO seen VALUES ('0158b2e04434a023dded', 1796030908.8975377);
INSERT INTO seen VALUES ('0912b0bc3f22e4c08598', 1796030908.8975377);
INSERT INTO seen VALUES ('0c4a1baffdd299491f9f', 1796030908.8975377);
INSERT INTO seen VALUES ('13ec724711579f9c9c5f', 1796030908.8975377);
INSERT INTO seen VALUES ('14df8662e048a28eb108', 1796030908.8975377);
INSERT INTO seen VALUES ('1e4a6aac15abadd41eb2', 1796030908.8975377);
INSERT INTO seen VALUES ('2f4eb2ee1f30d505d3b7', 1796030908.8975377);
INSERT INTO seen VALUES ('33c9a2c448cbb8dcc281', 1796030908.8975377);
INSERT INTO seen VALUES ('38f41de8bcc6517a6287', 1796030908.8975377);
INSERT INTO seen VALUES ('4ee55f9a2e7d667b3c50', 1796030908.8975377);
INSERT INTO seen VALUES ('4f2fdde123507a446d27', 1796030908.8975377);
INSERT INTO seen VALUES ('64a0cd856b7891c9543e', 1796030908.8975377);
INSERT INTO seen VALUES ('6abd3bf179258c16e5a5', 1796030908.8975377);
INSERT INTO seen VALUES ('74165dd564dd74494212', 1796030908.8975377);
INSERT INTO seen VALUES ('743b637bbc320612bc01', 1796030908.8975377);
INSERT INTO seen VALUES ('7a25cc955ea8b55ec1e9', 1796030908.8975377);
INSERT INTO seen VALUES ('7aafbcf719196e12b17f', 1796030908.8975377);
INSERT INTO seen VALUES ('83d5beade2c69032f3f0', 1796030908.8975377);
INSERT INTO seen VALUES ('8fd15429993bd8338715', 1796030908.8975377);
INSERT INTO seen VALUES ('967a7fa723ccb0a6dede', 1796030908.8975377);
INSERT INTO seen VALUES ('97ecb899047b1c88ac53', 1796030908.8975377);
INSERT INTO seen VALUES ('997a145dbd7344dee805', 1796030908.8975377);
INSERT INTO seen VALUES ('9d69a7ebf7c21110b4e9', 1796030908.8975377);
INSERT INTO seen VALUES ('b1f613e0dc20120683af', 1796030908.8975377);
INSERT INTO seen VALUES ('b22045a2e9c388406143', 1796030908.8975377);
INSERT INTO seen VALUES ('b4086d2aaaa586438982', 1796030908.8975377);
INSERT INTO seen VALUES ('babe10185d9c0924c602', 1796030908.8975377);
INSERT INTO seen VALUES ('bd8936059ba8dd4e2b89', 1796030908.8975377);
INSERT INTO seen VALUES ('c6568cf9f0aff3a07fe3', 1796030908.8975377);
INSERT INTO seen VALUES ('c8ea7ec9ecfb35521c4b', 1796030908.8975377);
INSERT INTO seen VALUES ('c9bad8dc9477c14e63b9', 1796030908.8975377);
INSERT INTO seen VALUES ('cb035556d78344d05d21', 1796030908.8975377);
INSERT INTO seen VALUES ('cd72d4b98739d822b204', 1796030908.8975377);
INSERT INTO seen VALUES ('d117515b33bebc32a29f', 1796030908.8975377);
INSERT INTO seen VALUES ('d4732a53d25dd0a1d2fa', 1796030908.8975377);
INSERT INTO seen VALUES ('d7e664c158a74c34daae', 1796030908.8975377);
INSERT INTO seen VALUES ('d94f59bc7d10a05252ed', 1796030908.8975377);
INSERT INTO seen VALUES ('dca843f5c1794c002a60', 1796030908.8975377);
INSERT INTO seen VALUES ('e022468157e5b877a997', 1796030908.8975377);
INSERT INTO seen VALUES ('e0a9b9201c0aebe7048c', 1796030908.8975377);
INSERT INTO seen VALUES ('e2f6d5e4559011e0790d', 1796030908.8975377);
INSERT INTO seen VALUES ('e563f794bd51c4f2d304', 1796030908.8975377);
INSERT INTO seen VALUES ('e977c6a0704ac6a2c395', 1796030908.8975377);
INSERT INTO seen VALUES ('f1dcc84885c88878974f', 1796030908.8975377);
INSERT INTO seen VALUES ('f49229b6698365a3c557', 1796030908.8975377);
INSERT INTO seen VALUES ('f7f2e42505e24cde198b', 1796030908.8975377);
INSERT INTO seen VALUES ('f85f487aa1c6ae083466', 1796030908.8975377);
INSERT INTO deadlines VALUES ('unwhisper', '27', 1796030968.8975377);
INSERT INTO deadlines VALUES ('lobby', '39bba338', 1796032708.8975377);
INSERT INTO deadlines VALUES ('lobby', '6a823408', 1796032708.8975377);
INSERT INTO deadlines VALUES ('lobby', 'a8ab22ad', 1796032708.8975377);
INSERT INTO deadlines VALUES ('remind', 'b3743f81', 1796073964.8975377);
INSERT INTO deadlines VALUES ('remind', '68a1dbdd', 1796074108.8975377);
INSERT INTO deadlines VALUES ('abandon', '4e8290a2', 1796117164.8975377);
INSERT INTO deadlines VALUES ('lapse', 'b3743f81', 1796117164.8975377);
INSERT INTO deadlines VALUES ('upkeep', '', 1796117164.8975377);
INSERT INTO deadlines VALUES ('lapse', '68a1dbdd', 1796117308.8975377);
INSERT INTO deadlines VALUES ('abandon', '8587ace6', 1801214786.8975377);
INSERT INTO hands VALUES ('8587ace6', 0, 23, 'cb6657302139909a88cfd5fa', 'telegram', 5000001);
INSERT INTO hands VALUES ('8587ace6', 1, 24, '9c1eb7a84055f2cb051ca179', 'telegram', 5000002);
INSERT INTO hands VALUES ('8587ace6', 2, 25, '0dd857dfa4a7da833023c67a', 'telegram', 5000003);
INSERT INTO hands VALUES ('d9b08a81', 0, NULL, '', NULL, NULL);
INSERT INTO hands VALUES ('d9b08a81', 1, NULL, '', NULL, NULL);
INSERT INTO results VALUES ('4c21bbd5', 0, 'telegram', -1000001000007, 5000001, 'vanished_animal', 2, 0, 2, NULL, 1795857750.8975377, 1);
INSERT INTO results VALUES ('4c21bbd5', 1, 'telegram', -1000001000007, 5000002, 'vanished_animal', 2, 0, 1, NULL, 1795857750.8975377, 1);
INSERT INTO results VALUES ('d9b08a81', 0, 'telegram', -1000001000008, 5000001, 'invisible_man', 2, 0, 2, NULL, 1795857962.8975377, 1);
INSERT INTO results VALUES ('d9b08a81', 1, 'telegram', -1000001000008, 5000002, 'invisible_man', 2, 0, 1, NULL, 1795857962.8975377, 1);
INSERT INTO results VALUES ('f97c4b17', 0, 'telegram', -1000001000006, 5000001, 'court_hats', 2, 0, 2, 5, 1795857704.8975377, 1);
INSERT INTO results VALUES ('f97c4b17', 1, 'telegram', -1000001000006, 5000002, 'court_hats', 2, 0, 1, 12, 1795857704.8975377, 1);
INSERT INTO ratings VALUES ('telegram', 5000001, 'court_hats', 22.364610506859503, 8.06590141354368, 956, 1);
INSERT INTO ratings VALUES ('telegram', 5000001, 'invisible_man', 22.364610506859503, 8.06590141354368, 956, 1);
INSERT INTO ratings VALUES ('telegram', 5000001, 'vanished_animal', 22.364610506859503, 8.06590141354368, 956, 1);
INSERT INTO ratings VALUES ('telegram', 5000002, 'court_hats', 27.635389493140497, 8.06590141354368, 1083, 1);
INSERT INTO ratings VALUES ('telegram', 5000002, 'invisible_man', 27.635389493140497, 8.06590141354368, 1083, 1);
INSERT INTO ratings VALUES ('telegram', 5000002, 'vanished_animal', 27.635389493140497, 8.06590141354368, 1083, 1);
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
