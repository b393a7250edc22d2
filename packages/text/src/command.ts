/** Command lines of the repository: `--help`, arguments by schema, exit codes. No stack traces. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { nearestName } from './nearest-name.ts';

export interface Option<S extends z.ZodType = z.ZodType> {
  schema: S;
  /** Placeholder of the value in the help, e.g. `N`; absent for a switch. */
  value?: string;
  about: string;
  /** May be given more than once. */
  multiple?: boolean;
}
type Options = Readonly<Record<string, Option>>;

export interface CliCommand<O extends Options = Options> {
  /** As it is typed, e.g. `npm run simulate -- courier`. */
  name: string;
  /** Positional arguments as the usage line shows them; none are accepted when it is absent. */
  positionals?: string;
  about: string;
  options: O;
}

export type Values<O extends Options> = { [K in keyof O]: z.output<O[K]['schema']> };
export interface Arguments<O extends Options> {
  values: Values<O>;
  positionals: string[];
}
export type ParsedArguments<O extends Options> =
  | Arguments<O>
  | { help: string }
  | { fault: string };

/** Names the argument that is wrong: usage and exit code 2. */
export class UsageError extends Error {}

const usageOf = ({ name, positionals, options }: CliCommand): string => {
  const takes = [Object.keys(options).length > 0 && '[options]', positionals].filter(Boolean);
  // A member of a group follows the dashes already.
  const dashes = name.includes(' -- ') ? [] : ['--'];
  return ['usage:', name, ...(takes.length > 0 ? [...dashes, ...takes] : [])].join(' ');
};

/** Help text: usage, description and options. */
function helpOf(command: CliCommand): string {
  const flags = [
    ...Object.entries(command.options).map(([name, { value, about, multiple }]) => ({
      flag: `--${name}${value ? ` ${value}` : ''}${multiple ? ' …' : ''}`,
      about,
    })),
    { flag: '--help', about: 'prints this' },
  ];
  const width = Math.max(...flags.map(({ flag }) => flag.length));
  const lines = flags.map(({ flag, about }) => `  ${flag.padEnd(width)}  ${about}`);
  return `${usageOf(command)}\n\n${command.about}\n\n${lines.join('\n')}\n`;
}

/** The parsed arguments, or the help text, or the first fault. */
export function readArguments<O extends Options>(
  command: CliCommand<O>,
  args: readonly string[],
): ParsedArguments<O> {
  if (args.includes('--help') || args.includes('-h')) return { help: helpOf(command) };
  const parsed = parse(command, args);
  if ('fault' in parsed) return parsed;
  const shape = Object.fromEntries(
    Object.entries(command.options).map(([name, { schema }]) => [name, schema]),
  );
  const { success, data, error } = z.object(shape).safeParse(parsed.values);
  if (success) return { values: data as Values<O>, positionals: parsed.positionals };
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  return { fault: `--${name} ${String(parsed.values[name])}: ${issue?.message}.` };
}

interface Parsed {
  values: Record<string, unknown>;
  positionals: string[];
}

function parse(command: CliCommand, args: readonly string[]): Parsed | { fault: string } {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [first] = positionals;
    if (first !== undefined && command.positionals === undefined) {
      return { fault: `"${first}" is no argument of this command.` };
    }
    return { values, positionals };
  } catch (error) {
    return { fault: faultOf(error, Object.keys(options)) };
  }
}

/** Node's sentence, without its advice on other arguments; of an unknown option also the nearest. */
function faultOf(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '--?([^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message.split('\n', 1)[0] ?? message;
  const near = nearestName(unknown, known);
  return `--${unknown} is no option of this command.${near ? ` Did you mean --${near}?` : ''}`;
}

/**
 * Runs a command and sets the exit code: that of `main` (0 when it gives none), 2 for wrong arguments,
 * 1 for an error, which is printed as one line.
 */
export async function runCommand<O extends Options>(
  command: CliCommand<O>,
  main: (given: Arguments<O>) => Promise<number | undefined>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const reading = readArguments(command, args);
  if ('help' in reading) {
    process.stdout.write(reading.help);
    return;
  }
  try {
    if ('fault' in reading) throw new UsageError(reading.fault);
    process.exitCode = (await main(reading)) ?? 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const hint = isUsage ? `\n${usageOf(command)}\nMore: ${command.name} -- --help` : '';
    process.stderr.write(`${messageOf(error)}${hint}\n`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** An error in one line, with its cause: `fetch failed` alone is not informative. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}
