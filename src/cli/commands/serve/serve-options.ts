import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { badOption } from "../../../base/errors.ts";
import { withThousands } from "../../../base/thousands.ts";
import {
  FIRST_SIGHT_CHARS,
  MIN_FIRST_SIGHT_CHARS,
} from "../../../reduce/first-sight/first-sight-size.ts";
import type { EditingOptions } from "../../../serve/editor/editing.ts";
import type { Access } from "../../../serve/http/access.ts";
import { leadsTo, parseUpstreams, type Upstream } from "../../../serve/http/upstreams.ts";
import { openRunArchive } from "../../archives/run-archive.ts";
import { userArchive } from "../../archives/user-archive.ts";
import { usage } from "../../options/usage-error.ts";
import type { Shell } from "../../terminal/shell.ts";
import type { ServeFlags } from "./flags.ts";

/** The providers that requests go to. */
export function upstreamsOf(flags: ServeFlags): readonly Upstream[] {
  if (flags.upstream === undefined)
    throw usage("serve needs --upstream", "for example: --upstream https://api.anthropic.com");
  const upstreams = parseUpstreams(flags.upstream);
  if (upstreams.some((upstream) => leadsTo(upstream, flags)))
    throw usage(
      `the upstream on port ${flags.port} would be this proxy itself`,
      "name the provider's address, or choose another --port",
    );
  return upstreams;
}

/** Who may use the proxy: whoever has the token, or else only programs of this machine. */
export function accessOf(shell: Shell, flags: ServeFlags): Access {
  const token = flags.token ?? shell.env.ELISION_TOKEN;
  const isLoopback = LOOPBACK.includes(flags.host);
  if (token === undefined && !isLoopback)
    throw usage(
      `--host ${flags.host} is not loopback: anyone who reaches it could use your keys`,
      "leave it out, or set a token with --token or ELISION_TOKEN",
    );
  return { hosts: isLoopback ? LOOPBACK_HOSTS : undefined, token };
}

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];

/** The names of loopback as requests have them. */
const LOOPBACK_HOSTS = ["127.0.0.1", "[::1]", "localhost"];

/** How requests are edited; decisions and originals are kept in folders that only their owner can read. */
export async function editingOf(shell: Shell, flags: ServeFlags): Promise<EditingOptions> {
  const policy = policyOf(flags);
  if (policy.policy === "observe") return policy;
  const users = userArchive(shell.env);
  const archive = flags.archive === false ? undefined : (flags.archive ?? users);
  if (archive !== undefined) {
    const dir = { dir: archive, isUsers: flags.archive === undefined };
    (await openRunArchive(dir, shell.now())).close();
  }
  const state = flags.state ?? (users === undefined ? undefined : join(dirname(users), "serve"));
  if (state === undefined) return { ...policy, archive };
  mkdirSync(state, { recursive: true, mode: 0o700 });
  chmodSync(state, 0o700);
  return { ...policy, archive, memo: join(state, "sent") };
}

/** The requested policy; an option that it does not use is an error. */
export function policyOf({
  policy,
  firstSight,
  window: size,
  every,
}: ServeFlags): Pick<EditingOptions, "policy" | "firstSight" | "window"> {
  if (firstSight !== undefined && firstSight < MIN_FIRST_SIGHT_CHARS)
    throw badOption("firstSight", `a size of ${MIN_FIRST_SIGHT_CHARS} chars or more`, firstSight);
  if (policy === "window")
    return { policy, firstSight, window: { size: size ?? 10, every: every ?? 20 } };
  if (size !== undefined || every !== undefined)
    throw usage(
      `${size === undefined ? "--every" : "--window"} does nothing with --policy ${policy}`,
      "add --policy window",
    );
  return { policy, firstSight: firstSight ?? FIRST_SIGHT_CHARS };
}

/** A policy as the state of a proxy shows it. */
export function policyInWords({ policy, firstSight, window }: EditingOptions): string {
  const at = firstSight === undefined ? "" : ` over ${withThousands(firstSight)} chars`;
  if (policy === "observe") return `observe (counts new results${at})`;
  if (window === undefined) return `${policy}${at}`;
  const { size, every } = window;
  const also = at === "" ? "" : `, new results${at} shortened`;
  return `window of ${size} turns, every ${every}${also}`;
}
