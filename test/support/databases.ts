/** Databases of agents, with sessions of our own words, in the tables that their sources declare. */
import { spawnSync } from "node:child_process";
import { requireModule } from "../../src/base/require-module.ts";

/** Statements that make a database. */
export type Sql = readonly string[];

const text = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** opencode 1.18: two sessions, one with a tool result, and one without messages. */
export const OPENCODE: Sql = [
  `CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, workspace_id text, parent_id text,
    slug text NOT NULL, directory text NOT NULL, path text, title text NOT NULL, version text NOT NULL,
    share_url text, summary_additions integer, summary_deletions integer, summary_files integer,
    summary_diffs text, metadata text, cost real DEFAULT 0 NOT NULL, tokens_input integer DEFAULT 0 NOT NULL,
    tokens_output integer DEFAULT 0 NOT NULL, tokens_reasoning integer DEFAULT 0 NOT NULL,
    tokens_cache_read integer DEFAULT 0 NOT NULL, tokens_cache_write integer DEFAULT 0 NOT NULL, revert text,
    permission text, agent text, model text, time_created integer NOT NULL, time_updated integer NOT NULL,
    time_compacting integer, time_archived integer)`,
  `CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL)`,
  `CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
    time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL)`,
  `CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL, type text NOT NULL,
    seq integer NOT NULL, time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL)`,
  ...["ses_garden", "ses_pond", "ses_empty"].map(
    (
      id,
      k,
    ) => `INSERT INTO session (id, project_id, slug, directory, title, version, model, permission, summary_files,
      time_created, time_updated) VALUES ('${id}', 'global', 'calm-${k}', '/home/dev/garden', 'Water the ${id}',
      '1.18.33', ${text({ id: "m1", providerID: "local" })}, ${text([{ permission: "bash", action: "allow" }])}, 0,
      ${1000 + k}, ${2000 + k})`,
  ),
  ...message("ses_garden", "msg_1", { role: "user", time: { created: 1 } }, [
    { type: "text", text: "How wet is the bed?" },
  ]),
  ...message("ses_garden", "msg_2", { role: "assistant", modelID: "m1", time: { created: 2 } }, [
    { type: "text", text: "I look." },
    {
      type: "tool",
      tool: "bash",
      callID: "call_1",
      state: {
        status: "completed",
        input: { command: "moisture bed" },
        output: "wet ü\n".repeat(100),
        metadata: {},
        title: "moisture bed",
        time: { start: 1, end: 2 },
      },
    },
  ]),
  ...message("ses_pond", "msg_3", { role: "user", time: { created: 3 } }, [
    { type: "text", text: "And the pond?" },
  ]),
];

function message(session: string, id: string, info: object, parts: readonly object[]): Sql {
  const number = Number(id.slice(4));
  return [
    `INSERT INTO message VALUES ('${id}', '${session}', ${number}, ${number}, ${text(info)})`,
    ...parts.map(
      (part, k) =>
        `INSERT INTO part VALUES ('prt_${number}${k}', '${id}', '${session}', 1, 1, ${text(part)})`,
    ),
  ];
}

/** goose, schema version 8. */
export const GOOSE: Sql = [
  "CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)",
  "INSERT INTO schema_version (version) VALUES (8)",
  `CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
    user_set_name BOOLEAN DEFAULT FALSE, session_type TEXT NOT NULL DEFAULT 'user', working_dir TEXT NOT NULL,
    created_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP, updated_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    extension_data TEXT DEFAULT '{}', total_tokens INTEGER, input_tokens INTEGER, output_tokens INTEGER,
    accumulated_total_tokens INTEGER, accumulated_input_tokens INTEGER, accumulated_output_tokens INTEGER,
    schedule_id TEXT, recipe_json TEXT, user_recipe_values_json TEXT, provider_name TEXT, model_config_json TEXT)`,
  `CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT NOT NULL,
    role TEXT NOT NULL, content_json TEXT NOT NULL, created_timestamp INTEGER NOT NULL,
    timestamp TIMESTAMP DEFAULT CURRENT_TIMESTAMP, tokens INTEGER, metadata_json TEXT)`,
  `INSERT INTO sessions (id, name, working_dir, created_at, updated_at, total_tokens, model_config_json)
    VALUES ('20261101_1', 'Prune the hedge', '/home/dev/garden', '2026-11-01 08:00:00', '2026-11-01 09:30:00', 70,
    ${text({ model_name: "m1" })})`,
  gooseMessage("user", 1, [{ type: "text", text: "Prune the hedge." }]),
  gooseMessage("assistant", 2, [
    {
      type: "toolRequest",
      id: "t1",
      toolCall: { status: "success", value: { name: "shell", arguments: { command: "prune" } } },
    },
  ]),
  gooseMessage("user", 2, [
    {
      type: "toolResponse",
      id: "t1",
      toolResult: {
        status: "success",
        value: { content: [{ type: "text", text: "cut\n".repeat(100) }] },
      },
    },
  ]),
];

function gooseMessage(role: string, at: number, content: readonly object[]): string {
  return `INSERT INTO messages (message_id, session_id, role, content_json, created_timestamp, metadata_json)
    VALUES ('msg_${role}_${at}', '20261101_1', '${role}', ${text(content)}, ${at}, NULL)`;
}

/** Hermes, schema version 30, with a system prompt in a table of its own and a message that was rewound. */
export const HERMES: Sql = [
  "CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL)",
  `CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, model TEXT, model_config TEXT,
    system_prompt TEXT, system_prompt_hash TEXT, parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL,
    end_reason TEXT, message_count INTEGER DEFAULT 0, cwd TEXT, title TEXT)`,
  `CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL,
    content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL, reasoning TEXT,
    active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0, api_content TEXT,
    display_metadata TEXT, display_identity BLOB)`,
  "INSERT INTO system_prompts VALUES ('h1', 'You keep bees.')",
  `INSERT INTO sessions (id, source, model, system_prompt_hash, started_at, message_count, cwd, title)
    VALUES ('20261102_0800_bees', 'cli', 'm1', 'h1', 1793600000.5, 4, '/home/dev/bees', 'Count the bees')`,
  hermesMessage({ role: "user", content: "'Count the bees.'" }),
  hermesMessage({ role: "user", content: "'Forget it.'", active: "0" }),
  hermesMessage({
    role: "assistant",
    content: "''",
    calls: text([
      {
        id: "c1",
        type: "function",
        function: { name: "terminal", arguments: '{"command":"count"}' },
      },
    ]),
  }),
  hermesMessage({ role: "tool", content: `'${"bee\n".repeat(100)}'`, call: "'c1'" }),
  hermesMessage({
    role: "user",
    content: `CAST(X'00' AS TEXT) || 'json:' || ${text([{ type: "text", text: "And the hive?" }])}`,
  }),
];

function hermesMessage({
  role,
  content,
  calls = "NULL",
  call = "NULL",
  active = "1",
}: {
  readonly role: string;
  readonly content: string;
  readonly calls?: string;
  readonly call?: string;
  readonly active?: string;
}): string {
  return `INSERT INTO messages (session_id, role, content, tool_calls, tool_call_id, timestamp, active)
    VALUES ('20261102_0800_bees', '${role}', ${content}, ${calls}, ${call}, 1793600001.25, ${active})`;
}

/** Crush, August 2026, with a summary that takes the place of what was before it. */
export const CRUSH: Sql = [
  `CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL,
    message_count INTEGER NOT NULL DEFAULT 0, prompt_tokens INTEGER NOT NULL DEFAULT 0,
    completion_tokens INTEGER NOT NULL DEFAULT 0, cost REAL NOT NULL DEFAULT 0.0, updated_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL, summary_message_id TEXT, todos TEXT)`,
  `CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, role TEXT NOT NULL,
    parts TEXT NOT NULL default '[]', model TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    finished_at INTEGER, provider TEXT, is_summary_message INTEGER DEFAULT 0 NOT NULL)`,
  "INSERT INTO sessions (id, title, updated_at, created_at, summary_message_id) VALUES ('c-1', 'Feed the hens', 1793600100, 1793600000, 'm2')",
  crushMessage("m1", "user", [["text", { text: "Long ago." }]]),
  crushMessage("m2", "assistant", [["text", { text: "So far: the hens are hungry." }]]),
  crushMessage("m3", "user", [
    ["text", { text: "Feed them." }],
    ["binary", { Path: "hen.png", MIMEType: "image/png", Data: "iVBORw0KGgo=" }],
  ]),
  crushMessage("m4", "assistant", [
    ["reasoning", { thinking: "Grain first.", signature: "s" }],
    ["tool_call", { id: "t1", name: "bash", input: '{"command":"feed"}', finished: true }],
    ["finish", { reason: "tool_use", time: 1 }],
  ]),
  crushMessage("m5", "tool", [
    ["tool_result", { tool_call_id: "t1", name: "bash", content: "fed\n".repeat(100), data: "" }],
  ]),
];

function crushMessage(
  id: string,
  role: string,
  parts: readonly (readonly [type: string, data: object])[],
): string {
  const json = text(parts.map(([type, data]) => ({ type, data })));
  return `INSERT INTO messages (id, session_id, role, parts, model, created_at, updated_at)
    VALUES ('${id}', 'c-1', '${role}', ${json}, 'm1', ${id.slice(1)}, 1)`;
}

/** Cursor: a conversation whose bubbles are apart, one with them inside, and a draft. */
export const CURSOR: Sql = [
  "CREATE TABLE ItemTable (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
  "CREATE TABLE cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)",
  cursorValue("composerData:aa", {
    _v: 10,
    composerId: "aa",
    name: "Mend the fence",
    createdAt: 1000,
    lastUpdatedAt: 3000,
    modelConfig: { modelName: "m1" },
    fullConversationHeadersOnly: [
      { bubbleId: "b1", type: 1 },
      { bubbleId: "b2", type: 2 },
      { bubbleId: "gone", type: 2 },
      { bubbleId: "b3", type: 2 },
    ],
  }),
  cursorValue("bubbleId:aa:b3", { _v: 3, type: 2, text: "Mended.", thinking: { text: "Done?" } }),
  cursorValue("bubbleId:aa:b1", { _v: 3, type: 1, text: "Mend the fence." }),
  cursorValue("bubbleId:aa:b2", {
    _v: 3,
    type: 2,
    text: "",
    toolFormerData: {
      name: "run_terminal_command_v2",
      toolCallId: "t1",
      status: "completed",
      rawArgs: '{"command":"mend"}',
      result: JSON.stringify({ output: "nail\n".repeat(100) }),
    },
  }),
  cursorValue("composerData:bb", {
    composerId: "bb",
    createdAt: 2000,
    conversation: [
      { type: 1, text: "Old words." },
      { type: 2, text: "Old answer." },
    ],
  }),
  cursorValue("composerData:draft", { composerId: "draft", createdAt: 1, text: "not sent" }),
];

function cursorValue(key: string, value: object): string {
  return `INSERT INTO cursorDiskKV VALUES ('${key}', CAST(${text(value)} AS BLOB))`;
}

/** Cursor's CLI: a root that names its messages, and one that belongs to an earlier root. */
export const CURSOR_AGENT: Sql = cursorStore({
  about: {
    agentId: "5f0c",
    name: "Water the ferns",
    createdAt: 1793600000000,
    latestRootBlobId: "f".repeat(64),
    lastUsedModel: "m1",
    workspacePath: "/home/dev/garden",
  },
  asText: (about) => Buffer.from(about).toString("hex"),
  named: [
    { role: "system", content: "You keep ferns." },
    { role: "user", content: [{ type: "text", text: "<user_query>\nWater them.\n</user_query>" }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "The can first." },
        { type: "tool-call", toolCallId: "t1", toolName: "Shell", args: { command: "water" } },
      ],
      createdAt: 1793600001000,
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "t1", toolName: "Shell", result: "wet\n".repeat(100) },
      ],
    },
  ],
  unnamed: [{ role: "user", content: "Taken back." }],
});

/** A `store.db` with these messages, of which its root names some. */
export function cursorStore({
  about,
  asText = (json) => json,
  named,
  unnamed = [],
}: {
  readonly about: object;
  readonly asText?: (json: string) => string;
  readonly named: readonly object[];
  readonly unnamed?: readonly object[];
}): Sql {
  const idOf = (k: number) => `${k + 1}`.padStart(64, "0");
  const parts = named.map((_, k) => `0A20${idOf(k)}`).join("");
  const workspace = Buffer.from("/home/dev/garden").toString("hex");
  return [
    "CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB)",
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)",
    `INSERT INTO meta VALUES ('0', '${asText(JSON.stringify(about))}')`,
    ...[...named, ...unnamed].map(
      (message, k) => `INSERT INTO blobs VALUES ('${idOf(k)}', CAST(${text(message)} AS BLOB))`,
    ),
    // A number, a fixed one and a text are between and behind the parts.
    `INSERT INTO blobs VALUES ('${"f".repeat(64)}', X'18AC02${parts}250000000048014A10${workspace}')`,
  ];
}

/** Kiro's CLI: a conversation with a summary, of which the first turn is not sent, and one without a turn. */
export const KIRO: Sql = [
  `CREATE TABLE conversations_v2 (key TEXT NOT NULL, conversation_id TEXT NOT NULL, value TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (key, conversation_id))`,
  kiroConversation("k-1", {
    history: [
      kiroTurn({ Prompt: { prompt: "Long ago." } }, { Response: { content: "It was." } }),
      kiroTurn(
        { Prompt: { prompt: "Count the eels." } },
        {
          ToolUse: {
            message_id: "m1",
            content: "I count.",
            tool_uses: [
              { id: "t1", name: "fs_read", orig_name: "fs_read", args: { path: "eels" } },
            ],
          },
        },
      ),
      kiroTurn(
        {
          ToolUseResults: {
            tool_use_results: [
              { tool_use_id: "t1", content: [{ Text: "eel\n".repeat(100) }], status: "Success" },
            ],
          },
        },
        { Response: { message_id: null, content: "A hundred." } },
      ),
      [
        { content: { CancelledToolUses: { prompt: "Stop.", tool_use_results: [] } } },
        { Response: { content: "I stop." } },
      ],
    ],
    valid_history_range: [1, 4],
    latest_summary: ["So far: eels.", {}],
    model_info: { model_id: "m1" },
  }),
  kiroConversation("k-2", { history: [], valid_history_range: [0, 0], latest_summary: null }),
];

function kiroTurn(content: object, assistant: object): object {
  return { user: { content, images: null }, assistant, request_metadata: null };
}

function kiroConversation(id: string, state: object): string {
  return `INSERT INTO conversations_v2
    VALUES ('/home/dev/pond', '${id}', ${text({ conversation_id: id, ...state })}, 1793600000000, 1793600300000)`;
}

/** Devin's CLI: a chain of messages, and a node beside it that was taken back. */
export const DEVIN: Sql = [
  `CREATE TABLE sessions (id TEXT PRIMARY KEY, working_directory TEXT NOT NULL, backend_type TEXT NOT NULL,
    model TEXT NOT NULL, agent_mode TEXT NOT NULL, created_at INTEGER NOT NULL, last_activity_at INTEGER NOT NULL,
    title TEXT, main_chain_id INTEGER, hidden INTEGER NOT NULL DEFAULT 0, metadata TEXT)`,
  `CREATE TABLE message_nodes (row_id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
    node_id INTEGER NOT NULL, parent_node_id INTEGER, chat_message TEXT NOT NULL, created_at INTEGER NOT NULL,
    metadata TEXT)`,
  `INSERT INTO sessions VALUES ('quiet-otter', '/home/dev/weir', 'windsurf', 'swe-2', 'normal', 1793600000,
    1793600200, 'Open the weir', 4, 0, NULL)`,
  `INSERT INTO sessions VALUES ('empty-reed', '/home/dev/weir', 'windsurf', '', 'normal', 1, 2, NULL, NULL, 0, NULL)`,
  devinNode(1, "NULL", { role: "system", content: "You are Devin." }),
  devinNode(2, "1", { role: "user", content: "Open the weir.", metadata: { is_user_input: true } }),
  devinNode(5, "1", { role: "user", content: "Taken back." }),
  devinNode(3, "2", {
    role: "assistant",
    content: "",
    tool_calls: [{ id: "e1", name: "exec", arguments: { command: "weir" }, kind: "function" }],
    thinking: { thinking: "The gate first.", signature: "sealed.v1", signature_type: "sealed" },
  }),
  devinNode(4, "3", { role: "tool", tool_call_id: "e1", content: "open\n".repeat(100) }),
];

function devinNode(node: number, parent: string, message: object): string {
  return `INSERT INTO message_nodes (session_id, node_id, parent_node_id, chat_message, created_at, metadata)
    VALUES ('quiet-otter', ${node}, ${parent}, ${text({ message_id: `m${node}`, ...message })}, 1793600000, 'null')`;
}

/** The databases of all agents, by the names that these give them. */
export const AGENT_DATABASES = {
  opencode: { file: "opencode.db", sql: OPENCODE },
  goose: { file: "sessions.db", sql: GOOSE },
  hermes: { file: "state.db", sql: HERMES },
  crush: { file: "crush.db", sql: CRUSH },
  cursor: { file: "state.vscdb", sql: CURSOR },
  "cursor-agent": { file: "store.db", sql: CURSOR_AGENT },
  kiro: { file: "data.sqlite3", sql: KIRO },
  devin: { file: "sessions.db", sql: DEVIN },
} as const;

interface WritableSqlite {
  readonly Database: new (path: string) => { exec(sql: string): void; close(): void };
}

/** Makes a database without a write-ahead log. */
export function makeDatabase(path: string, sql: Sql): void {
  const { Database } = requireModule("node-sqlite3-wasm") as WritableSqlite;
  const database = new Database(path);
  for (const statement of sql) database.exec(statement);
  database.close();
}

/** SQLite as Python has it, which writes logs; undefined where there is no Python, and the name to skip by. */
export const PYTHON = spawnSync("python3", ["-c", "import sqlite3"]).status === 0;

/** Runs a script of Python with these arguments, and gives what it prints as JSON. */
export function python(script: string, ...argv: readonly unknown[]): unknown {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", script, JSON.stringify(argv)], {
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr.toString());
  const printed = stdout.toString();
  return printed === "" ? undefined : JSON.parse(printed);
}

/**
 * Makes a database as an agent leaves it that was ended: what `before` wrote is in the file, what each of `after`
 * committed is in its log alone.
 */
export function makeLoggedDatabase(
  path: string,
  { before, after }: { readonly before: Sql; readonly after: readonly Sql[] },
): void {
  python(LOGGED, path, before, after);
}

const LOGGED = `
import json, os, sqlite3, sys
path, before, after = json.loads(sys.argv[1])
db = sqlite3.connect(path, isolation_level=None)
db.execute("PRAGMA page_size=512")
db.execute("PRAGMA journal_mode=WAL")
db.execute("PRAGMA wal_autocheckpoint=0")
for statement in before: db.execute(statement)
db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
for statements in after:
    db.execute("BEGIN")
    for statement in statements: db.execute(statement)
    db.execute("COMMIT")
os._exit(0)
`;

/** Uses what is opened, and closes it. */
export async function using<O extends { close(): void }, T>(
  opening: Promise<O>,
  use: (opened: O) => T,
): Promise<T> {
  const opened = await opening;
  try {
    return use(opened);
  } finally {
    opened.close();
  }
}
