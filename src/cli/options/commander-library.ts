/** The library that reads command lines, as far as it is used. */
import type * as Commander from "commander";
import { requireModule } from "../../base/require-module.ts";

export const { Argument, Command, CommanderError, InvalidArgumentError, Option } = requireModule(
  "commander",
) as typeof Commander;

export type Command = Commander.Command;
export type CommanderError = Commander.CommanderError;
export type Option = Commander.Option;
export type InvalidArgumentError = Commander.InvalidArgumentError;
