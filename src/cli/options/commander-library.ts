/** The library that reads command lines, as far as it is used. */
export { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
