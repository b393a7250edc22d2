/** Results of the gateway's own calls (for its pages): the output, or the problem of a refusal or fault. */
import { BadInput, CallFault, Refusal } from '@svc/kit/refusal';
import { invalidBody, type Problem, problem, unavailable } from './problem.ts';

export type CallResult<T> = { ok: T } | { problem: Problem };

export async function callResultOf<T>(call: Promise<T>): Promise<CallResult<T>> {
  try {
    return { ok: await call };
  } catch (error) {
    const what = problemOfFailure(error);
    if (!what) throw error;
    return { problem: what };
  }
}

function problemOfFailure(error: unknown): Problem | undefined {
  if (error instanceof Refusal) return problem(error.code, { detail: error.detail });
  if (error instanceof BadInput) {
    return invalidBody([{ pointer: '/path', code: 'invalid', detail: 'Not valid.' }]);
  }
  if (error instanceof CallFault)
    return error.kind === 'unavailable' ? unavailable() : problem('internal');
  return undefined;
}
