/** Input of an action, read by its contract: parsed, or the issues and the reply that names them. */
import { type Command, errors, type Query } from '@svc/contracts';
import type { z } from 'zod';
import { issueText } from '../calls/issue-text.ts';
import type { Issue, Reply } from '../calls/transport.ts';

type ReadInput = { input: unknown } | { issues: Issue[]; reply: Reply };

/** Issues per reply; a hostile body has more of them than a message holds. */
const replyMax = 50;

export function readInput(
  action: Command | Query,
  raw: unknown,
  { issuesMax = replyMax } = {},
): ReadInput {
  const read = readValue(action.input, raw, { issuesMax });
  if ('value' in read) return { input: read.value };
  return { ...read, reply: inputReply(action, read.issues) };
}

/** The same for a value of any schema. */
export function readValue<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  { issuesMax = replyMax } = {},
): { value: z.output<S> } | { issues: Issue[] } {
  const { success, data, error } = schema.safeParse(raw, { error: issueText });
  return success ? { value: data } : { issues: error.issues.slice(0, issuesMax).map(toIssue) };
}

/** A refusal if the contract maps each issue to a code. */
function inputReply(action: Command | Query, issues: Issue[]): Reply {
  const codes = issues.map(({ path, code }) => action.issues?.[`${String(path[0])}.${code}`]);
  const [first] = codes;
  if (first && codes.every((code) => code !== undefined)) {
    return { refused: { code: first, detail: errors[first].meaning } };
  }
  return { invalid: issues };
}

type ZodIssue = { path: PropertyKey[]; code: string; message: string };

const toIssue = ({ path, code, message }: ZodIssue): Issue => ({
  path: path.map((part) => (typeof part === 'number' ? part : String(part))),
  code,
  message,
});
