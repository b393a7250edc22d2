import type { Reply } from '@svc/kit/transport';
import { describe, expect, it } from 'vitest';
import { withDeadline } from './overload.ts';

const never = new Promise<Reply>(() => undefined);
const answer: Reply = { ok: {} };

describe('a call', () => {
  it('is given up before its answer takes 10 s, when authorization was slow', async () => {
    expect(await withDeadline({ authorizationMs: 9_400 }, never)).toEqual({ fault: 'unavailable' });
  });

  it.each([0, 9_400])(
    'that answers in time is answered, after %d ms of authorization',
    async (authorizationMs) => {
      expect(await withDeadline({ authorizationMs }, Promise.resolve(answer))).toBe(answer);
    },
  );

  it('has its own time when authorization was quick', () => {
    expect(withDeadline({ authorizationMs: 0 }, never)).toBe(never);
  });
});
