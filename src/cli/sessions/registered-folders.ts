import { readFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import type { FolderRegister } from "../../formats/shared/saved-sessions.ts";

/** A folder of session files, and the folder that the agent worked in. */
export interface SessionFolder {
  readonly path: string;
  readonly project?: string;
}

/** The folders that a program's register lists. One that is missing or broken lists none. */
export function registeredFolders(
  base: string,
  { file, items, folder, relativeTo }: FolderRegister,
): readonly SessionFolder[] {
  return itemsIn(join(base, file), items).flatMap((item) => {
    const named = item[folder];
    const project = item[relativeTo];
    if (typeof named !== "string" || named === "") return [];
    if (typeof project === "string" && isAbsolute(project))
      return [{ path: resolve(project, named), project }];
    return isAbsolute(named) ? [{ path: named }] : [];
  });
}

type RegisteredProject = Readonly<Record<string, unknown>>;

function itemsIn(path: string, key: string): readonly RegisteredProject[] {
  try {
    const items = (JSON.parse(readFileSync(path, "utf8")) as RegisteredProject | null)?.[key];
    return Array.isArray(items) ? items.filter(isProject) : [];
  } catch {
    return [];
  }
}

function isProject(value: unknown): value is RegisteredProject {
  return typeof value === "object" && value !== null;
}
