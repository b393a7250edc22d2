import { statuses } from '@svc/contracts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operationsOf } from '../src/pages/desk/operations.ts';
import { answerJob, type DeskJobDetail, jobDetail, jobIn } from './desk-answers.ts';
import { cases, incomplete, meant, seal } from './desk-operation-cases.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';

const sending = [
  ...['assign', 'undoAssignment', 'reachMilestone', 'reportIncident'],
  ...['updateForDesk', 'cancelForDesk'],
];
const token = tokenOf('dispatcher');
const page = '/desk/jobs/job_01';

async function deskWith(job: DeskJobDetail) {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  answerJob(under.services, job);
  /** Sends the form with its hidden fields, as the page shows them. */
  const send = async (form: string, fields: Record<string, string>) => {
    const path = `${page}/${form}`;
    const hidden = hiddenFields((await under.get(page, token)).body, path);
    under.services.calls.length = 0;
    return under.post(path, token, { ...hidden, ...fields });
  };
  const sentInputs = () =>
    under.services
      .callsOfPeople()
      .filter(({ action }) => sending.includes(action))
      .map(({ service, action, input }) => [`${service}.${action}`, input]);
  return { ...under, send, sentInputs };
}

describe.each(cases)('%s of a job that is %s', (form, status, fields, action, input) => {
  it('sends its command and returns to the job', async () => {
    const { send, sentInputs } = await deskWith(jobIn(status));
    const answer = await send(form, fields);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect(sentInputs()).toEqual([[action, input]]);
  });

  it('shows a refusal with what was entered, and nothing is lost', async () => {
    const { send, services } = await deskWith(jobIn(status));
    services.answers.set(action, () => ({
      refused: { code: 'invalid_transition', detail: 'Job HC-0001 has moved on.' },
    }));
    const { statusCode, body } = await send(form, fields);
    expect(statusCode).toBe(409);
    expect(body).toContain('<p class="alert" role="alert">Job HC-0001 has moved on.</p>');
    const [, shown = ''] = body.split(`action="${page}/${form}"`);
    const [own = ''] = shown.split('</form>');
    for (const [name, value] of Object.entries(fields)) {
      if (value !== '') expect(own, name).toMatch(keptEntry(name, value));
    }
  });

  it('sent twice is one request', async () => {
    const { get, post, services } = await deskWith(jobIn(status));
    const path = `${page}/${form}`;
    const hidden = hiddenFields((await get(page, token)).body, path);
    services.calls.length = 0;
    for (const _time of ['first', 'second']) await post(path, token, { ...hidden, ...fields });
    const [one, two] = services.callsOfPeople();
    expect(one?.meta.request).toMatch(/^[0-9a-f]{64}$/);
    expect([two?.meta.request, two?.meta.fingerprint]).toEqual([
      one?.meta.request,
      one?.meta.fingerprint,
    ]);
  });
});

/** The entry in an input, a text area, a ticked box or a selected option. */
function keptEntry(name: string, value: string): RegExp {
  const text = value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    [
      `name="${name}"[^>]* value="${text}"`,
      `name="${name}"[^>]*>\\n${text}</textarea>`,
      `<option value="${text}" selected>`,
    ].join('|'),
  );
}

it.each(incomplete)(
  '%s of a job that is %s with %o sends nothing',
  async (form, status, fields, fault) => {
    const { send, sentInputs } = await deskWith(jobIn(status));
    const { statusCode, body } = await send(form, fields);
    expect(statusCode).toBe(400);
    expect(body).toContain('Some entries need another look.');
    expect(body).toContain(fault);
    expect(sentInputs()).toEqual([]);
  },
);

const operations = cases.filter(([form]) => form !== 'incidents');
it.each(operations)(
  '%s of a job that is %s without its confirmation sends nothing',
  async (form, status, fields) => {
    const { send, sentInputs } = await deskWith(jobIn(status));
    const { confirmed: _ticked, ...unconfirmed } = fields;
    const { statusCode, body } = await send(form, unconfirmed);
    expect(statusCode).toBe(400);
    expect(body).toMatch(/class="fault" id="e-[\w-]*confirmed"/);
    expect(sentInputs()).toEqual([]);
  },
);

it('every form of an operation is among those', () => {
  const shown = statuses.flatMap((status) => operationsOf(jobIn(status)));
  expect(new Set(operations.map(([form]) => form))).toEqual(new Set([...shown, 'undo-assignment']));
});

describe('the operations', () => {
  it.each(statuses)('of a job that is %s are those that its state allows', async (status) => {
    const { get } = await deskWith(jobIn(status));
    const { body } = await get(page, token);
    const forms = [...body.matchAll(/action="\/desk\/jobs\/job_01\/([\w-]+)"/g)].map(
      ([, name]) => name,
    );
    const undo = status === 'assigned' ? ['undo-assignment'] : [];
    expect(forms).toEqual([...undo, ...operationsOf(jobIn(status)), 'incidents', 'notes']);
  });

  it('of a job whose parcels go back are those of its return', async () => {
    const { get } = await deskWith({ ...jobIn('exception'), return_job_id: 'job_02' });
    const { body } = await get(page, token);
    expect(body).toContain('None is possible in this state.');
    expect(body).toContain('href="/desk/jobs/job_02"');
  });

  it('ask for the proof that the job requires', async () => {
    const requirements = { otp: true, id_check: true, signature: true, photo: true };
    const { get } = await deskWith({ ...jobIn('in_transit'), requirements });
    const { body } = await get(page, token);
    for (const name of ['signature_file_id', 'photo_file_id']) {
      expect(body).toContain(`name="${name}"`);
    }
    for (const label of ['Handover code (required)', 'Check of the recipient (required)']) {
      expect(body).toContain(label);
    }
  });

  it.each([
    ['collect', 'assigned', { parcels_scanned: '2', box_temperature_c: '4.2' }],
    ['scan', 'in_transit', { location: 'Hub' }],
    ['deliver', 'in_transit', { recipient: 'Reception', id_check: 'staff_badge' }],
  ] as const)(
    '%s with the codes that the policy of the job asks for, or a reason',
    async (form, status, fields) => {
      const requirements = {
        ...jobDetail.requirements,
        scan: 'parcels',
        pickup_otp: true,
      } as const;
      const { get, send, sentInputs } = await deskWith({ ...jobIn(status), requirements });
      expect((await get(page, token)).body).toContain('of the seal and of each parcel');
      const scanned = { scans: `${seal}\r\nPAR-1`, scan_bypass_reason: ' Label torn ' };
      await send(form, { seal, ...meant, ...fields, ...scanned, handover_code: '123456' });
      expect(sentInputs()[0]?.[1]).toMatchObject({
        scans: [seal, 'PAR-1'],
        scan_bypass_reason: 'Label torn',
        ...(form !== 'scan' && { handover_code: '123456' }),
      });
    },
  );

  it('ask for no scan and no pickup code where the job requires none', async () => {
    const { get } = await deskWith(jobIn('assigned'));
    const { body } = await get(page, token);
    for (const name of ['scans', 'scan_bypass_reason', 'handover_code']) {
      expect(body).not.toContain(`name="${name}"`);
    }
  });

  it('without drivers and vehicles say that their service does not answer', async () => {
    const { get, services } = await deskWith({ ...jobDetail });
    services.answers.delete('tracking.listVehicles');
    const answer = await get(page, token);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Drivers and vehicles are not available at the moment');
  });
});
