import { describe, expect, it } from 'vitest';
import { accountsApp } from './accounts.ts';

const app = accountsApp();
const hourMs = 60 * 60 * 1000;
const knock = (caller: string) => app.as('').admit({ caller, limit: 1 });
const callers = async () =>
  (await app.rows('select caller from accounts.rate_window order by caller')).map((r) => r.caller);

describe('the schedule purge-rate-windows', () => {
  it('forgets callers that were idle for over an hour and no others', async () => {
    await knock('idle');
    app.clock.advanceMs(1);
    await knock('busy');
    app.clock.advanceMs(hourMs);
    await app.runSchedule('purge-rate-windows');
    const left = await callers();
    expect(left).toContain('busy');
    expect(left).not.toContain('idle');
  });

  it('forgets at most 5000 at a time', async () => {
    await app.rows(`
      insert into accounts.rate_window
      select 'old-' || n, '{}', true, '2026-01-01T00:00:00Z' from generate_series(1, 5001) as n`);
    await app.runSchedule('purge-rate-windows');
    expect((await callers()).filter((caller) => caller.startsWith('old-'))).toHaveLength(1);
  });
});
