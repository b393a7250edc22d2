/** Ledger of notes: those written against those handled. */
import { until } from '@svc/devnet';
import type { startServices } from '@svc/kit/testing';
import { notes } from '../../packages/kit/test/notes.ts';

export interface Ledger {
  /** Notes of as many jobs; how many were accepted. */
  add(count: number): Promise<number>;
  /** Resolves when the relay has counted a failed batch for this reason. */
  says(reason: string): Promise<void>;
  /** A gauge of the notes, as it is scraped. */
  figure(name: string): Promise<number>;
  /** Events that wait in the outbox. */
  waiting(): Promise<number>;
  repeats(): Promise<number>;
  /** Jobs whose note was accepted and not heard. */
  unheard(): Promise<string[]>;
  /** Resolves when nothing waits and everything was heard. */
  settled(): Promise<void>;
}

export function notesLedger(app: Awaited<ReturnType<typeof startServices>>): Ledger {
  const accepted: string[] = [];
  const count = async (sql: string) => {
    const { rows } = await app.owner.query<{ n: number }>(sql);
    return rows[0]?.n ?? 0;
  };
  const waiting = () =>
    count('select count(*)::int as n from notes.outbox where published_at is null');
  const unheard = async () => {
    const { rows } = await app.owner.query<{ job_id: string }>('select job_id from hearing.heard');
    const heard = new Set(rows.map(({ job_id }) => job_id));
    return accepted.filter((job) => !heard.has(job));
  };
  return {
    add: async (count) => {
      const jobs = Array.from({ length: count }, (_, n) => `job_${accepted.length + n + 1}`);
      const replies = await Promise.all(
        jobs.map((job_id) =>
          app.call([notes, 'add'], { text: 'a note', job_id }, { tenant: 'ten_a' }),
        ),
      );
      accepted.push(...jobs);
      return replies.filter((reply) => 'ok' in reply).length;
    },
    says: async (reason) => {
      const series = new RegExp(
        `svc_outbox_publish_failures_total\\{service="notes",reason="${reason}"\\} [1-9]`,
      );
      await until(async () => series.test(await app.host.metrics.scrape()), {
        timeoutMs: 60_000,
        what: `a batch that failed for being ${reason}`,
      });
    },
    figure: async (name) => {
      const scraped = await app.host.metrics.scrape();
      return Number(new RegExp(`^${name}\\{service="notes"\\} (.*)$`, 'm').exec(scraped)?.[1]);
    },
    waiting,
    repeats: () => count('select sum(repeats)::int as n from notes.outbox'),
    unheard,
    settled: async () => {
      const isSettled = async () => (await waiting()) === 0 && (await unheard()).length === 0;
      await until(isSettled, { timeoutMs: 60_000, what: 'all notes to be heard' });
    },
  };
}
