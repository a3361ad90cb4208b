import { PRESET_NAMES } from "../../../reduce/pipeline/presets.ts";
import { oneOf } from "../../options/argument-types.ts";

export const presetName = oneOf(PRESET_NAMES);
