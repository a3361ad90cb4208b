import type { ShownTurn } from "../restore/show/shown-turn.ts";

/** A turn as text for people and models: `Reasoning:`, `Action:`, `Observation:`. */
export function turnLines({ turn, reasoning, steps }: ShownTurn): string {
  const lines = [`Turn ${turn}:`];
  for (const text of reasoning) lines.push(`Reasoning: ${text}`);
  for (const { action, observation } of steps) {
    if (action !== undefined) lines.push(`Action: ${action.tool} ${action.arguments}`.trimEnd());
    if (observation !== undefined) lines.push(`Observation: ${observation.text}`);
  }
  return `${lines.map((line) => line.replace(/\n$/, "")).join("\n")}\n`;
}
