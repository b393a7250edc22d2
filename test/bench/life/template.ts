/** Records what one real life leaves behind at each request, for the floor to write the same. */
import type { CanonicalEvent } from '@svc/proof/verify/event';
import type pg from 'pg';
import type { Life } from './journey.ts';

/** Effects of one request of a life. */
export interface TemplateStep {
  answer: string;
  /** JSON texts: entries of the job's timeline, and events as they are sent to subscribers. */
  milestones: readonly string[];
  events: readonly { id: string; body: string }[];
  custody: CanonicalEvent | undefined;
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

/** Queries of texts by a job's id. */
const queries = {
  milestones:
    'select row_to_json(m)::text as text from jobs.milestone m where job_id = $1 order by at',
  events: 'select body as text from webhooks.event where job_id = $1 order by sequence',
  chain: 'select bytes as text from custody.custody_event where job_id = $1 order by seq',
  job: 'select row_to_json(j)::text as text from jobs.job j where id = $1',
  proof: 'select row_to_json(p)::text as text from custody.proof p where job_id = $1',
  invoiceLine: 'select row_to_json(l)::text as text from billing.line l where job_id = $1',
  certificate: 'select jws as text from custody.certificate where job_id = $1',
};

export function createRecorder(owner: pg.Pool) {
  const steps: TemplateStep[] = [];
  const seen = { milestones: 0, events: 0, chain: 0 };
  const textsOf = async (name: keyof typeof queries, { id }: Life): Promise<string[]> =>
    (await owner.query<{ text: string }>(queries[name], [id])).rows.map(({ text }) => text);
  const newOf = async (name: keyof typeof seen, life: Life): Promise<string[]> => {
    const texts = (await textsOf(name, life)).slice(seen[name]);
    seen[name] += texts.length;
    return texts;
  };
  const only = async (name: keyof typeof queries, life: Life) =>
    (await textsOf(name, life))[0] ?? '';
  return {
    /** Called after each answer, when all its consequences are there. */
    note: async (life: Life): Promise<void> => {
      const [link] = await newOf('chain', life);
      steps.push({
        answer: life.answers.at(-1) ?? '',
        milestones: await newOf('milestones', life),
        events: (await newOf('events', life)).map((body) => ({ id: JSON.parse(body).id, body })),
        custody: link === undefined ? undefined : JSON.parse(link),
      });
    },
    template: async (life: Life): Promise<LifeTemplate> => ({
      jobId: life.id,
      steps,
      job: await only('job', life),
      proof: await only('proof', life),
      invoiceLine: await only('invoiceLine', life),
      certificate: payloadOf(await only('certificate', life)),
    }),
  };
}

const payloadOf = (jws: string): string =>
  Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString();
