import { describe, expect, it, onTestFinished } from 'vitest';
import { acknowledged, alarm } from './alarm-answers.ts';
import { pageOf } from './desk-answers.ts';
import { deskUnderTest, hiddenFields, tokenOf } from './desk-under-test.ts';
import { hostileText } from './examples.ts';

const token = tokenOf('dispatcher');

async function desk() {
  const under = await deskUnderTest();
  onTestFinished(() => under.app.close());
  return { ...under, asked: under.services.asked };
}

describe('the page of alarms', () => {
  it('asks for the open ones unless another state is wanted', async () => {
    const { get, asked } = await desk();
    await get('/desk/alarms', token);
    await get('/desk/alarms?status=closed&severity=critical&starting_after=oev_9', token);
    await get('/desk/alarms?status=none', token);
    const open = { status: 'open', limit: 50 };
    expect(asked('listOpsEvents')).toEqual([
      open,
      { status: 'closed', severity: 'critical', starting_after: 'oev_9', limit: 50 },
      open,
    ]);
  });

  it('says what happened, how urgent it is and who sees to it', async () => {
    const { get } = await desk();
    const { body } = await get('/desk/alarms', token);
    for (const text of [
      'Temperature out of range',
      '<dt>Minutes out of range</dt><dd>6</dd>',
      '<dt>Lowest so far, °C</dt>',
      '<strong class="mark">At once</strong>',
      'Open for too long since',
      'href="/desk/jobs/job_01"',
      'Lerato M',
      'Called the driver.',
    ]) {
      expect(body).toContain(text);
    }
    expect(body).not.toContain('Highest so far');
    expect(body.match(/I see to it/g)).toHaveLength(3);
    expect(body).toContain('Call operations, who re-drive it:\nwhat they do.');
    expect(body).toContain('<dt>Host</dt><dd>hooks.example</dd>');
    expect(body).toContain('Tell the customer, who enables it in the portal');
  });

  it('shows what people wrote as text', async () => {
    const { get, services } = await desk();
    services.answers.set('webhooks.listOpsEvents', () =>
      pageOf([{ ...acknowledged, note: hostileText, acknowledged_by: hostileText }]),
    );
    expect((await get('/desk/alarms', token)).body).not.toContain('<script>alert');
  });
});

describe('an alarm', () => {
  const path = `/desk/alarms/${alarm.id}/acknowledge`;

  it('is acknowledged in the name of the person who is signed in', async () => {
    const { get, post, asked } = await desk();
    const hidden = hiddenFields((await get('/desk/alarms', token)).body, path);
    const answer = await post(path, token, { ...hidden, note: 'On it', by: 'Somebody else' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/desk/alarms']);
    await post(path, token, { ...hidden, note: '' });
    expect(asked('acknowledge')).toEqual([
      { id: alarm.id, by: 'Person dispatcher', note: 'On it' },
      { id: alarm.id, by: 'Person dispatcher' },
    ]);
  });

  it('that another person sees to already is told so, and the note is kept', async () => {
    const { get, post, services } = await desk();
    const detail = 'Lerato M sees to it since 07:48.';
    services.answers.set('webhooks.acknowledge', () => ({
      refused: { code: 'already_acknowledged', detail },
    }));
    const hidden = hiddenFields((await get('/desk/alarms', token)).body, path);
    const answer = await post(path, token, { ...hidden, note: 'On it' });
    expect(answer.statusCode).toBe(409);
    expect(answer.body).toContain(detail);
    expect(answer.body).toContain('value="On it"');
  });
});
