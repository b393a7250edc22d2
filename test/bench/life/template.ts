/** Reads what one real life left behind, for the floor to write the same under other ids. */
import type { CanonicalEvent } from '@svc/verify/event';
import type pg from 'pg';
import type { Life } from './journey.ts';

/** Effects of one request of a life. */
export interface TemplateStep {
  answer: string;
  /** JSON texts: entries of the job's timeline, and events as they are sent to subscribers. */
  milestones: readonly string[];
  events: readonly { id: string; type: string; body: string }[];
  custody: CanonicalEvent | null;
}

export interface LifeTemplate {
  jobId: string;
  steps: readonly TemplateStep[];
  /** JSON texts. */
  job: string;
  proof: string;
  invoiceLine: string;
  certificate: string;
}

/** Events of each request, in order; the last ones follow from the delivery. */
const eventTypes: readonly (readonly string[])[] = [
  ['job.created'],
  ['job.assigned'],
  ['driver.en_route'],
  ['pickup.arriving'],
  ['pickup.completed'],
  ['job.updated'],
  ['custody.scanned'],
  ['delivery.arriving'],
  [],
  ['delivery.completed', 'pod.available', 'certificate.issued'],
];
const custodyTypes = [
  'booked',
  'assigned',
  null,
  null,
  'collected',
  'departed',
  'scanned',
  null,
  null,
  'delivered',
] as const;

export async function readLife(owner: pg.Pool, { id, answers }: Life): Promise<LifeTemplate> {
  const query = async <R extends pg.QueryResultRow>(sql: string): Promise<R[]> =>
    (await owner.query<R>(sql, [id])).rows;
  const events = await query<TemplateStep['events'][number]>(
    'select id, type, body from webhooks.event where job_id = $1 order by sequence',
  );
  const chain = await query<{ content: CanonicalEvent }>(
    'select bytes::json as content from custody.custody_event where job_id = $1 order by seq',
  );
  const text = async (sql: string) => (await query<{ text: string }>(sql)).map((row) => row.text);
  const only = async (sql: string) => (await text(sql))[0] ?? '';
  const milestones = await text(
    'select row_to_json(m)::text as text from jobs.milestone m where job_id = $1 order by at',
  );
  const used = new Set<string>();
  return {
    jobId: id,
    steps: answers.map((answer, n) => ({
      answer,
      milestones: milestones.slice(n, n === answers.length - 1 ? undefined : n + 1),
      events: (eventTypes[n] ?? []).map((type) => firstUnused(events, type, used)),
      custody: chain.find(({ content }) => content.type === custodyTypes[n])?.content ?? null,
    })),
    job: await only('select row_to_json(j)::text as text from jobs.job j where id = $1'),
    proof: await only('select row_to_json(p)::text as text from custody.proof p where job_id = $1'),
    invoiceLine: await only(
      'select row_to_json(l)::text as text from billing.line l where job_id = $1',
    ),
    certificate: payloadOf(
      await only('select jws as text from custody.certificate where job_id = $1'),
    ),
  };
}

const payloadOf = (jws: string): string =>
  Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString();

function firstUnused<E extends { id: string; type: string }>(
  events: readonly E[],
  type: string,
  used: Set<string>,
): E {
  const found = events.find((event) => event.type === type && !used.has(event.id));
  if (!found) throw new Error(`a life has no ${type}`);
  used.add(found.id);
  return found;
}
