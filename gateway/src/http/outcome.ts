/** What the gateway asks for its own pages, with refusals as problems. */
import { Refusal } from '@svc/kit/refusal';
import { BadInput, Fault } from '@svc/kit/reply';
import { invalidBody, type Problem, problem, unavailable } from './problem.ts';

export type Outcome<T> = { ok: T } | { problem: Problem };

export async function outcomeOf<T>(asked: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: await asked };
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
  if (error instanceof Fault)
    return error.kind === 'unavailable' ? unavailable() : problem('internal');
  return undefined;
}
