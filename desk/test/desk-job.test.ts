/** The page of a job at the control desk: facts, custody with its verification, temperatures, forms. */
import { statuses } from '@svc/contracts';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../src/pages/desk/job/operations.ts';
import {
  answerJob,
  type DeskJobDetail,
  exampleBundle,
  jobDetail,
  jobIn,
} from './desk-job-answers.ts';
import { tokenOf, useDesk } from './desk-under-test.ts';
import { meant, seal } from './job-form-examples.ts';
import { hrefsOf, textOf } from './markup.ts';

const { get, send, services } = useDesk();
const path = '/desk/jobs/x_01';
const open = async (job?: DeskJobDetail) => {
  if (job) answerJob(services, job);
  return (await get(path, tokenOf('dispatcher'))).body;
};
const textWith = async (job?: DeskJobDetail) => textOf(await open(job));

describe('the page of a job', () => {
  it('shows what every service returns', async () => {
    const body = await open();
    const text = textOf(body);
    for (const words of [
      'Note Ring twice.',
      'Contact Front desk, +27 11 555 0101',
      'Address 1 Main Road, Johannesburg',
      'R 1 234.50 without VAT',
      'Last position 26.20410° S, 28.04730° E, 09:58',
      'Temperature 4.2 °C',
      'To its due time On time',
      '1 given up',
      'Road closed near the drop-off.',
      'Lerato M The laboratory is told.',
    ]) {
      expect(text).toContain(words);
    }
    expect(hrefsOf(body)).toEqual(
      expect.arrayContaining([
        'tel:+27115550101',
        'tel:+27825550123',
        'https://api.example.test/verify/POC-1',
      ]),
    );
  });

  it('shows the messages with its courier, those that are unread counted', async () => {
    const body = await open();
    for (const words of [
      '1 unread',
      '10:02, received 10:09 Naledi, courier Arrived, nobody here Not yet',
      '10:00 Lerato M, desk Go on to the next stop 10:01',
    ]) {
      expect(textOf(body)).toContain(words);
    }
    const nobody = await open(jobIn('booked'));
    expect(textOf(nobody)).toContain('Assign a driver to write to.');
  });

  it('shows what interrupted it, how late it is, and what is too warm', async () => {
    const at = '2026-11-02T07:50:00.000Z';
    const { tracking } = jobDetail;
    if (!tracking) throw new Error('the example is tracked');
    const body = await open({
      ...{ ...jobDetail, status: 'exception' },
      tracking: {
        ...{ ...tracking, sla_status: 'overdue', minutes_late: 12 },
        out_of_range: { temperature_c: 9.1, at, since: at },
        exception: {
          ...{ reason: 'seal_broken', reason_detail: 'The seal is another one.', at },
          ...{ next_step: 'seal_check', next_step_detail: 'We look into it.' },
        },
      },
    });
    for (const words of [
      'Overdue Late by 12 min',
      'Out of range 9.1 °C since 09:50',
      'Interrupted The seal is another one.',
      'The control desk looks into the seal. We look into it.',
    ]) {
      expect(textOf(body)).toContain(words);
    }
    for (const marked of ['Overdue', '9.1 °C', 'The seal is another one.']) {
      expect(body).toContain(`<strong class="mark">${marked}</strong>`);
    }
  });

  it.each([
    ['tracking', 'positions and temperatures'],
    ['deliveries', 'webhooks'],
  ] as const)('shows the rest where the job has no %s', async (part, words) => {
    const text = await textWith({ ...jobDetail, [part]: null });
    expect(text).toContain(`the service of ${words} does not answer`);
    expect(text).toContain('Ring twice.');
  });
});

describe('the chain of custody', () => {
  it('is a table of its events, verified by the page, with what each check proves', async () => {
    const body = await open();
    for (const { hash } of exampleBundle.custody.events) {
      expect(body).toContain(`<code>${hash.slice(7, 19)}</code>`);
    }
    expect(body).not.toContain(exampleBundle.custody.chain_hash);
    const text = textOf(body);
    expect(text).toContain('The driver');
    expect(text).toContain('Signature Holds');
    expect(text).toContain('No event was edited, added, removed or moved');
  });

  it('is marked where it was altered, with what does not fit', async () => {
    const [first, ...others] = exampleBundle.custody.events;
    if (!first) throw new Error('the example has events');
    const custody = { ...exampleBundle.custody, events: [{ ...first, by: 'desk:x' }, ...others] };
    const altered = { ...exampleBundle, custody, next: null, texts_from: 0 };
    services.answer('custody.bundleForDesk', altered);
    const body = await open();
    expect(body).toContain('<strong class="mark">The chain does not hold.');
    expect(textOf(body)).toContain('Chain Does not hold');
    expect(body).toMatch(/<li><strong class="mark">Event 1/);
  });
});

describe('the temperatures', () => {
  it('are figures, a chart with its range, and the same in words', async () => {
    const body = await open();
    const text = textOf(body);
    for (const words of [
      'Verdict Out of range',
      'Covered by readings 98 %',
      'Out of range for 6 minutes, 8.4 to 9.1 °C',
      'No readings Mon, 2 Nov 2026, 10:20 to Mon, 2 Nov 2026, 10:36',
      'BOX-7 2 parcels Mon, 2 Nov 2026, 10:00 to 10:40 TR-0042',
      'TR-0042 9.1 °C No',
      'TR-0042 85 °C Open',
    ]) {
      expect(text).toContain(words);
    }
    expect(body).toContain(
      'role="img" aria-label="Temperatures from 4 to 9.1 °C, to be kept between 2 and 8 °C',
    );
  });

  it('begin with the collection of the parcels', async () => {
    services.answer('tracking.temperatureForDesk', null);
    expect(await textWith()).toContain('Readings begin with the collection.');
  });
});

describe('the proofs of a job', () => {
  const names = (body: string) =>
    hrefsOf(body).flatMap((href) => /^\/desk\/jobs\/x_01\/([\w-]+)$/.exec(href)?.[1] ?? []);

  it('are those that there are in its state', async () => {
    expect(names(await open())).toEqual(['bundle', 'certificate']);
    expect(names(await open(jobIn('delivered')))).toEqual([
      ...['bundle', 'certificate', 'proof', 'signature', 'photo'],
    ]);
  });

  it('are read by a command, which is recorded', async () => {
    const { headers } = await get(`${path}/proof`, tokenOf('dispatcher'));
    expect(headers['content-type']).toBe('application/pdf');
    expect(services.asked('openProofForDesk')).toEqual([{ id: 'x_01', part: 'document' }]);
  });

  it('have no certificate before it is issued', async () => {
    const unissued = { ...exampleBundle, certificate_jws: null, next: null, texts_from: 0 };
    services.answer('custody.bundleForDesk', unissued);
    const { statusCode, body } = await get(`${path}/certificate`, tokenOf('dispatcher'));
    expect(statusCode).toBe(409);
    expect(textOf(body)).toContain('No certificate is issued yet.');
  });
});

describe('the operations', () => {
  it.each(statuses)('of a job that is %s are those that its state allows', async (status) => {
    const actions = (await open(jobIn(status))).matchAll(/action="\/desk\/jobs\/x_01\/([\w-]+)"/g);
    expect([...actions].map(([, name]) => name)).toEqual([
      ...(status === 'assigned' ? ['undo-assignment'] : []),
      ...operationsOf(jobIn(status)),
      // A suspect value of the trace waits for a decision, which is possible after the hand-over.
      ...(status === 'delivered' ? ['suspect-values'] : []),
      ...(jobIn(status).driver ? ['messages'] : []),
      ...['incidents', 'notes'],
    ]);
  });

  it('of a job whose parcels go back are those of its return', async () => {
    const body = await open({ ...jobIn('exception'), return_job_id: 'job_02' });
    expect(textOf(body)).toContain('The job is over.');
    expect(hrefsOf(body)).toContain('/desk/jobs/job_02');
  });

  it('ask for the proof that the job requires', async () => {
    const requirements = { otp: true, id_check: true, signature: true, photo: true };
    const text = await textWith({ ...jobIn('in_transit'), requirements });
    for (const label of [
      ...['Handover code', 'How the recipient was checked'],
      ...['Signature of who takes the parcels', 'Photo'],
    ]) {
      expect(text).toContain(label);
    }
  });

  const scanned = { ...jobDetail.requirements, scan: 'parcels', pickup_otp: true } as const;
  it.each([
    ['collect', 'assigned', { parcels_scanned: '2', box_temperature_c: '4.2' }],
    ['scan', 'in_transit', { location: 'Hub' }],
    ['deliver', 'in_transit', { recipient: 'Reception', id_check: 'staff_badge' }],
  ] as const)('%s with the codes that the policy asks for, or a reason', async (...given) => {
    const [form, status, fields] = given;
    const text = await textWith({ ...jobIn(status), requirements: scanned });
    expect(text).toContain('of the seal and of each parcel');
    const codes = { scans: `${seal}\r\nPAR-1`, scan_bypass_reason: ' Label torn ' };
    const { commands } = await send({
      ...{ page: path, action: `${path}/${form}`, role: 'dispatcher' },
      fields: { seal, ...meant, ...fields, ...codes, handover_code: '123456' },
    });
    expect(commands[0]?.input).toMatchObject({
      ...{ scans: [seal, 'PAR-1'], scan_bypass_reason: 'Label torn' },
      ...(form !== 'scan' && { handover_code: '123456' }),
    });
  });
});
