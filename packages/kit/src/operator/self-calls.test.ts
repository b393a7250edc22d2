/** Self-calls: readiness, and the end of a process whose calls do not arrive. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallMeta, Reply } from '../calls/transport.ts';
import { createLogger } from '../observability/log.ts';
import { type SelfCalls, startSelfCalls } from './self-calls.ts';
import { readStatus } from './status.ts';

const log = createLogger({ name: 'test', level: 'silent' });
const away: Reply = { fault: 'unavailable' };

describe('calls of a process to itself', () => {
  let reply: Reply;
  let linked: boolean;
  const onSilence = vi.fn();
  let calls: SelfCalls;
  const start = async (
    call: (input: unknown, meta: CallMeta) => Promise<Reply> = async () => reply,
  ) => {
    const none = { broadcast: () => undefined, subscribe: () => undefined };
    calls = await startSelfCalls(
      {
        ...none,
        call: (_service, _action, input, meta) => call(input, meta),
        connected: () => linked,
      },
      { roles: ['jobs'], log, onSilence },
    );
  };
  beforeEach(() => {
    vi.useFakeTimers();
    onSilence.mockClear();
    [reply, linked] = [{ ok: null }, true];
  });
  afterEach(async () => {
    await calls.stop();
    vi.useRealTimers();
  });

  it('make it ready by a reply, and not ready without', async () => {
    await start();
    expect(calls.answered()).toBe(true);
    reply = away;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(calls.answered()).toBe(false);
    reply = { ok: null };
    await vi.advanceTimersByTimeAsync(3_000);
    expect(calls.answered()).toBe(true);
  });

  it('end it when none succeeds for 30 s while connected', async () => {
    await start();
    reply = away;
    await vi.advanceTimersByTimeAsync(27_000);
    expect(onSilence).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(6_000);
    expect(onSilence).toHaveBeenCalled();
  });

  it('do not end it while disconnected, nor within 30 s of a reconnect', async () => {
    await start();
    [reply, linked] = [away, false];
    await vi.advanceTimersByTimeAsync(300_000);
    linked = true;
    await vi.advanceTimersByTimeAsync(27_000);
    expect(onSilence).not.toHaveBeenCalled();
    expect(calls.answered()).toBe(false);
  });

  it('do not end one that never had a reply: its rights may be missing', async () => {
    reply = away;
    await start();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(onSilence).not.toHaveBeenCalled();
    expect(calls.answered()).toBe(false);
  });

  it('succeed without a working Postgres', async () => {
    const never = () => new Promise<never>(() => undefined);
    const call = vi.fn(readStatus({ ready: never, figures: never }));
    await start(call);
    expect(call).toHaveBeenCalledTimes(1);
    expect(calls.answered()).toBe(true);
  });
});
