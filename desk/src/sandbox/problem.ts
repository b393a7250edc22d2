/** Answers of the API as replies of an action. */
import { type ErrorCode, errors } from '@svc/contracts';
import type { Reply } from '@svc/kit/transport';
import { z } from 'zod';

const problem = z.object({
  code: z.string(),
  detail: z.string(),
  retry_after_seconds: z.number().optional(),
  errors: z
    .array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() }))
    .optional(),
});

export function replyOf(
  { ok, status }: Pick<Response, 'ok' | 'status'>,
  body: unknown,
  output: z.ZodType,
): Reply {
  if (ok) {
    const read = output.safeParse(body);
    return read.success ? { ok: read.data } : { fault: 'internal' };
  }
  const said = problem.safeParse(body);
  if (status >= 500 || !said.success || !isCode(said.data.code)) {
    return { fault: status === 500 ? 'internal' : 'unavailable' };
  }
  // A key that is not taken is a fault of the installation, not of the person.
  if (status === 401 || status === 403) return { fault: 'internal' };
  const { code, detail, retry_after_seconds, errors: items = [] } = said.data;
  if (code === 'invalid_body' && items.length > 0) {
    return { invalid: items.map((item) => ({ ...issueOf(item), code: item.code })) };
  }
  const path = items[0] && issueOf(items[0]).path;
  return {
    refused: {
      ...{ code, detail },
      ...(path && path.length > 0 && { path }),
      ...(retry_after_seconds !== undefined && { retry_after_seconds }),
    },
  };
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code);

/** A JSON pointer (RFC 6901); that of a query parameter begins with `/query`. */
const issueOf = ({ pointer, detail }: { pointer: string; detail: string }) => ({
  path: pointer
    .replace(/^\/query\//, '/')
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')),
  message: detail,
});
