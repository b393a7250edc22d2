/** Input of an action, read by its contract: parsed, or the issues and the reply that names them. */
import { type Command, errors, type Query } from '@svc/contracts';
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
  const { success, data, error } = action.input.safeParse(raw, { error: issueText });
  if (success) return { input: data };
  const issues = error.issues.slice(0, issuesMax).map(toIssue);
  return { issues, reply: inputReply(action, issues) };
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
