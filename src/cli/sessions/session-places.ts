import { DATABASES } from "../../databases/index.ts";
import { SESSION_FOLDERS } from "../../databases/session-folders.ts";
import type { Format } from "../../formats/format.ts";
import type { SessionPlace } from "../../formats/shared/saved-sessions.ts";

/** A place of sessions, and the format that they are read as; undefined where they cannot be read. */
export interface FormatPlace {
  readonly place: SessionPlace;
  readonly format: Format | undefined;
}

/** The places of the files of these formats. */
export function placesOf(formats: Iterable<Format>): readonly FormatPlace[] {
  return [...formats].flatMap((format) =>
    (format.saved?.places ?? []).map((place) => ({ place, format })),
  );
}

/** The places of databases, with those of these formats that their sessions are read as. */
export function databasePlaces(formats: Iterable<Format>): readonly FormatPlace[] {
  const all = [...formats];
  const stores = [...DATABASES, ...SESSION_FOLDERS];
  return stores.flatMap(({ format, places }) =>
    places.map((place) => ({ place, format: all.find(({ name }) => name === format) })),
  );
}

/** The agents whose sessions could be found, by name. */
export function knownAgents(formats: Iterable<Format>): readonly string[] {
  return agentsAt(allPlaces(formats));
}

/**
 * The agent that a name means: its own, or that of a format in which only one agent saves (`claude-code`). Any other
 * name is given back.
 */
export function agentNamed(name: string, formats: Iterable<Format>): string {
  const places = allPlaces(formats);
  if (places.some(({ place }) => place.agent === name)) return name;
  const ofFormat = places.filter(({ format }) => format?.name === name);
  const [agent, ...others] = new Set(ofFormat.map(({ place }) => place.agent));
  return agent === undefined || others.length > 0 ? name : agent;
}

/** The agents whose sessions can be read. */
export function readAgents(formats: Iterable<Format>): readonly string[] {
  return agentsAt(allPlaces(formats).filter(({ format }) => format !== undefined));
}

function allPlaces(formats: Iterable<Format>): readonly FormatPlace[] {
  return [...placesOf(formats), ...databasePlaces(formats)];
}

function agentsAt(places: readonly FormatPlace[]): readonly string[] {
  return [...new Set(places.map(({ place }) => place.agent))].sort();
}
