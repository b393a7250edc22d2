/** Answers of custody, tracking and jobs for the parts of a job's page. */
import { readFileSync } from 'node:fs';
import type { custody, DeskTemperatures, JobNote, OutputOf } from '@svc/contracts';
import { bundle } from '@svc/contracts';
import type { Services } from './services.ts';

type Custody = (typeof custody)['actions'];

/** A whole chain with its certificate, and the keys that signed it, as outsiders test with. */
const vectors = new URL('../../packages/verify/vectors/', import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, vectors), 'utf8'));
const { custody: chain, ...signed } = read('bundle.json');
const since = { custody: { texts: [], ...chain }, cold_chain: null, log: null };
export const exampleBundle = bundle.parse({ ...signed, ...since });

const opened: OutputOf<Custody['openProofForDesk']> = {
  job_id: 'job_01',
  recipient: 'Reception',
  otp_verified: true,
  id_check: 'not_required',
  signature_url: null,
  photo_url: null,
  delivered_at: '2026-11-02T09:00:00.000Z',
  file: { storage_key: 'invoice.pdf', media_type: 'image/png' },
};

const note: JobNote = {
  object: 'job_note',
  id: 'note_1',
  job_id: 'job_01',
  text: 'The laboratory closes at four.',
  by: 'Lerato M',
  created_at: '2026-11-02T07:40:00.000Z',
};

const at = (minute: number) => Date.UTC(2026, 10, 2, 8, minute);
const temperatures: DeskTemperatures = {
  ...{ min_c: 4, max_c: 9.1, mkt_c: 6.2, coverage: 0.985 },
  sensors: [{ device_id: 'TR-0042', calibrated_until: '2027-06-30' }],
  result: 'excursion',
  chart: {
    range_c: [2, 8],
    from: new Date(at(0)).toISOString(),
    to: new Date(at(40)).toISOString(),
    latest: null,
    gaps: [{ from: new Date(at(20)).toISOString(), to: new Date(at(36)).toISOString() }],
    excursions: [
      {
        device_id: 'TR-0042',
        from: new Date(at(10)).toISOString(),
        to: new Date(at(16)).toISOString(),
        ...{ minutes: 6, min_c: 8.4, max_c: 9.1 },
      },
    ],
    series: [
      {
        device_id: 'TR-0042',
        lines: [
          [
            [at(0), 4],
            [at(10), 8.4],
            [at(16), 9.1],
            [at(20), 5],
          ],
          [[at(36), 5]],
        ],
      },
    ],
  },
};

export function answerJobPage({ answers }: Services): void {
  answers.set('custody.bundleForDesk', () => ({
    ok: { ...exampleBundle, next: null, texts_from: 0 },
  }));
  answers.set('custody.certificateKeys', () => ({ ok: read('keys.json') }));
  answers.set('custody.openProofForDesk', () => ({ ok: opened }));
  answers.set('log.policy', () => ({ ok: { text: null } }));
  answers.set('tracking.temperatureForDesk', () => ({ ok: temperatures }));
  answers.set('jobs.listNotes', () => ({ ok: { object: 'list', data: [note], has_more: false } }));
  answers.set('jobs.addNote', () => ({ ok: note }));
}
