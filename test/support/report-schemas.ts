/** The JSON schemas of reports, and how strict they are with reports as they are. */
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

const ajv = new Ajv({ strict: true, allowUnionTypes: true });

/** A JSON schema, as far as it is looked at here. */
export interface ReportSchema {
  readonly definitions?: { readonly [name: string]: object };
  readonly [key: string]: unknown;
}

/** The schema of a name in docs/schemas. */
export function readSchema(name: string): ReportSchema {
  const file = new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

export const compileSchema = (schema: ReportSchema): ValidateFunction => ajv.compile(schema);

/** What validates a line of NDJSON, whose type is the name of a definition. */
export function linesValidator({ definitions }: ReportSchema): (line: unknown) => string {
  const parts = new Map<string, ValidateFunction>();
  /** Compiles a definition when a line first is one: most are only parts of others. */
  const partOf = (type: string): ValidateFunction | undefined => {
    const definition = definitions?.[type];
    const part = parts.get(type) ?? (definition && ajv.compile({ ...definition, definitions }));
    if (part !== undefined) parts.set(type, part);
    return part;
  };
  return (line) => {
    const { type, ...part } = line as { type: string };
    const validate = partOf(type);
    if (validate === undefined) return `no definition of ${type}`;
    return validate(part) ? "" : `${type}: ${JSON.stringify(validate.errors)}`;
  };
}

type Holder = Record<string, unknown>;

/** A key of the objects at a path, where places in lists do not count. */
interface KeyAt {
  readonly path: string;
  /** Objects with the key, and at the path. */
  count: number;
  readonly of: { count: number };
  /** The first that has it, and the sample that it is in. */
  readonly holder: Holder;
  readonly key: string;
  readonly sample: unknown;
}

/**
 * The keys of samples that a schema lets pass under another name, and those that all objects at their
 * path have and that it lets be left out. Any name will do in `maps`.
 */
export function lettingPass(
  validate: ValidateFunction,
  samples: readonly unknown[],
  maps: readonly string[],
) {
  const renamed = new Set<string>();
  const leftOut = new Set<string>();
  for (const { path, count, of, holder, key, sample } of keysIn(samples)) {
    if (maps.some((map) => path.startsWith(`${map}.`))) continue;
    const { [key]: value, ...others } = holder;
    const passes = (more: Holder) => {
      replaceAll(holder, { ...others, ...more });
      const isValid = validate(sample);
      replaceAll(holder, { ...others, [key]: value });
      return isValid;
    };
    if (passes({ [`${key}s`]: value })) renamed.add(path);
    if (count === of.count && passes({})) leftOut.add(path);
  }
  return { renamed: [...renamed], leftOut: [...leftOut] };
}

function replaceAll(holder: Holder, content: Holder): void {
  for (const key of Object.keys(holder)) delete holder[key];
  Object.assign(holder, content);
}

function keysIn(samples: readonly unknown[]): readonly KeyAt[] {
  const keys = new Map<string, KeyAt>();
  const objects = new Map<string, { count: number }>();
  const look = (value: unknown, path: string, sample: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each, `${path}[]`, sample);
    else if (typeof value === "object" && value !== null) {
      const of = objects.get(path) ?? { count: 0 };
      objects.set(path, of);
      of.count++;
      for (const [key, each] of Object.entries(value)) {
        const at = path === "" ? key : `${path}.${key}`;
        const known = keys.get(at);
        if (known === undefined)
          keys.set(at, { path: at, count: 1, of, holder: value as Holder, key, sample });
        else known.count++;
        look(each, at, sample);
      }
    }
  };
  for (const sample of samples) look(sample, "", sample);
  return [...keys.values()];
}

/** The keys that a schema names and no sample has. */
export function keysWithoutSample(schema: unknown, samples: readonly unknown[]): readonly string[] {
  const had = new Set(keysIn(samples).map(({ key }) => key));
  const named = new Set<string>();
  JSON.stringify(schema, (key, value) => {
    if (key === "properties") for (const name of Object.keys(value)) named.add(name);
    return value;
  });
  return [...named].filter((name) => !had.has(name));
}
