import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hiddenFields, tokenOf } from './desk-under-test.ts';
import { portal } from './portal-forms.ts';
import { jobAnswer } from './portal-jobs-answers.ts';

describe('forms of a job', () => {
  const page = '/jobs/job_01';
  const change = '/jobs/job_01';
  const cancel = '/jobs/job_01/cancel';

  it.each([
    ['booker', true],
    ['admin', true],
    ['viewer', false],
    ['auditor', false],
  ] as const)('are for those who may change jobs: %s', async (role, may) => {
    const { get } = await portal();
    const { body } = await get(page, tokenOf(role));
    expect(body.includes(`action="${change}"`)).toBe(may);
    expect(body.includes(`action="${cancel}"`)).toBe(may);
    expect(body.includes('Reason')).toBe(may);
  });

  it.each([
    ['collected', false],
    ['delivered', false],
    ['cancelled', false],
    ['exception', true],
  ] as const)('are there while a job may change: %s', async (status, isOpen) => {
    const { get, services } = await portal();
    services.answers.set('jobs.get', () => ({ ok: jobAnswer({ status }) }));
    const { body } = await get(page, tokenOf('booker'));
    expect(body.includes(`action="${cancel}"`)).toBe(isOpen);
  });

  it('send a change with every label, and come back', async () => {
    const { send } = await portal();
    const fields = {
      reference: 'R-2',
      cost_centre: '',
      note: '',
      'pickup_contact.name': '',
      'pickup_contact.phone': '',
      'dropoff_contact.name': 'Lab',
      'dropoff_contact.phone': '0115550100',
    };
    const { answer, commands } = await send({ page, action: change, fields });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect(commands).toMatchObject([
      {
        service: 'jobs',
        action: 'update',
        input: {
          id: 'job_01',
          reference: 'R-2',
          cost_centre: '',
          note: '',
          pickup_contact: null,
          dropoff_contact: { name: 'Lab', phone: '0115550100' },
        },
      },
    ]);
  });

  it('send the labels alone that this person changed', async () => {
    const { get, post, services } = await portal();
    const hidden = hiddenFields((await get(page, tokenOf('booker'))).body, change);
    const shown = z.record(z.string(), z.string()).parse(JSON.parse(hidden.originals ?? ''));
    services.calls.length = 0;
    await post(change, tokenOf('booker'), { ...hidden, ...shown, note: 'Ring once.' });
    const [command] = services.callsOfPeople().filter(({ action }) => action === 'update');
    expect(command?.input).toEqual({ id: 'job_01', version: 1, note: 'Ring once.' });
  });

  it('keep what was entered where a field does not fit, and send nothing', async () => {
    const { send } = await portal();
    const { answer, commands } = await send({
      page,
      action: change,
      fields: { note: 'Kept <b>', 'pickup_contact.name': 'A', 'pickup_contact.phone': 'x' },
    });
    expect(answer.statusCode).toBe(400);
    expect(commands).toEqual([]);
    expect(answer.body).toContain('Kept &lt;b&gt;</textarea>');
    expect(answer.body).toContain(
      'id="e-pickup_contact.phone">Enter 4 to 32 digits, blanks, brackets and hyphens',
    );
    expect(answer.body).toContain('aria-invalid="true" aria-describedby="e-pickup_contact.phone"');
  });

  it('say the fee before, and send the reason', async () => {
    const { get, send } = await portal();
    expect((await get(page, tokenOf('booker'))).body).toContain('cancelling now costs nothing');
    const { answer, commands } = await send({
      page,
      action: cancel,
      fields: { reason: 'Moved', confirmed: 'yes' },
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
    expect(commands).toMatchObject([
      { service: 'jobs', action: 'cancel', input: { id: 'job_01', version: 1, reason: 'Moved' } },
    ]);
  });

  it('ask for the reason', async () => {
    const { send } = await portal();
    const { answer, commands } = await send({
      page,
      action: cancel,
      fields: { reason: ' ', confirmed: 'yes' },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('id="e-reason">Say why: the reason is on the invoice.');
    expect(commands).toEqual([]);
  });

  it('ask whether the cancellation is meant', async () => {
    const { send } = await portal();
    const { answer, commands } = await send({ page, action: cancel, fields: { reason: 'Moved' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Tick that the job is cancelled');
    expect(commands).toEqual([]);
  });

  it('show the refusal of the service with what was entered', async () => {
    const { send, services } = await portal();
    const detail = 'The parcels of job HC-0001 have been collected.';
    services.answers.set('jobs.cancel', () => ({ refused: { code: 'in_custody', detail } }));
    const { answer } = await send({
      page,
      action: cancel,
      fields: { reason: 'Too late?', confirmed: 'yes' },
    });
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain(`role="alert">${detail}`);
    expect(answer.body).toContain('Too late?</textarea>');
  });
});
