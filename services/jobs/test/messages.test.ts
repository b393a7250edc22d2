import { liveJobsTopic, messagesMax, type SignedAction } from '@svc/contracts';
import { idsByPage, refused } from '@svc/kit/testing/service-test';
import { describe, expect, it } from 'vitest';
import { deliveryFailed, jobsTest } from './app.ts';

const app = jobsTest();

const courier_id = 'drv_1';
const text = 'Zz-gate is closed';
const send = (id: string, said = text) =>
  app.desk().sendMessage({ id, text: said, by: 'Lerato M' });
const answer = (id: string, said = text) =>
  app.desk().sendCourierMessage({ id, text: said, courier_id });
const threadOf = async (id: string) => (await app.desk().listMessages({ id })).data;

/** Every table of the service that holds the text, as text. */
async function tablesWith(wanted: string): Promise<string[]> {
  const rows = await app.sql(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'jobs'`,
  );
  const found = rows.map(async ({ name }) => {
    const search = `select 1 from jobs.${name} t where t::text like $1`;
    const held = await app.sql(search, [`%${wanted}%`]);
    return held.length > 0 ? [name] : [];
  });
  return (await Promise.all(found)).flat();
}

describe('a message', () => {
  it('from the desk is returned, and is in the thread of both sides', async () => {
    const { id, ref } = await app.jobThatIs('assigned');
    const sent = await send(ref);
    expect(sent).toEqual({
      object: 'job_message',
      id: expect.stringMatching(/^msg_/),
      ...{ job_id: id, from: 'desk', by: 'Lerato M', text },
      ...{ written_at: '2026-11-02T08:00:00.000Z', created_at: '2026-11-02T08:00:00.000Z' },
      read_at: null,
    });
    expect(await threadOf(id)).toEqual([sent]);
    const read = await app.desk().listCourierMessages({ id: ref, courier_id });
    expect(read.data).toEqual([sent]);
  });

  it('from the courier has the first name of its driver, and the time of its writing', async () => {
    const { id } = await app.jobThatIs('assigned');
    app.clock.advanceMs(3_600_000);
    const at = '2026-11-02T10:30:00+02:00';
    const sent = await app.desk().sendCourierMessage({ id, text, at, courier_id });
    expect(sent).toMatchObject({
      ...{ from: 'courier', by: 'Thandi', written_at: '2026-11-02T08:30:00.000Z' },
      created_at: '2026-11-02T09:00:00.000Z',
    });
  });

  it('is in no event, read of the customer, receipt or table but its own', async () => {
    const { id, ref } = await app.jobThatIs('in_transit');
    const read = async () => [
      await app.as().get({ id }),
      await app.as().list({}),
      await app.as().track({ ref }),
    ];
    const before = [await app.outbox(id), await read()];
    const as = { tenant: 'ten_carrier', request: 'message', fingerprint: 'body' };
    const sent = { id, text, courier_id };
    expect(await app.call('sendCourierMessage', sent, as)).toHaveProperty('ok');
    expect(await app.call('sendCourierMessage', sent, as)).toHaveProperty('ok');
    await send(id);
    expect(await threadOf(id)).toHaveLength(2);
    expect([await app.outbox(id), await read()]).toEqual(before);
    expect(await tablesWith('Zz-gate')).toEqual(['job_message']);
  });

  it('of a person at the desk is in the audit log of the carrier, without its text', async () => {
    const { id } = await app.jobThatIs('assigned');
    const as = { tenant: 'ten_carrier', actor: 'usr_1' };
    expect(await app.call('sendMessage', { id, text, by: 'Lerato M' }, as)).toHaveProperty('ok');
    const rows = await app.sql(
      `select tenant_id, data->>'object_id' as object, data->'after' as after
         from jobs.outbox where type = 'change.recorded' and data->>'action' = 'jobs.sendMessage'`,
    );
    expect(rows).toEqual([{ tenant_id: 'ten_carrier', object: id, after: { id } }]);
  });

  it('is refused when the job has 200, in whichever direction', async () => {
    const { id } = await app.jobThatIs('assigned');
    await app.sql(
      `insert into jobs.job_message
         (tenant_id, job_id, id, sender, text, written_by, written_at, created_at)
       select tenant_id, id, 'msg_' || n, 'courier', 'Understood', 'Thandi', now(), now()
         from jobs.job, generate_series(1, $2) n where id = $1`,
      [id, messagesMax - 1],
    );
    await send(id);
    for (const [action, input] of [
      ['sendMessage', { id, text }],
      ['sendCourierMessage', { id, text, courier_id }],
    ] as const) {
      expect(await app.callDesk(action, input)).toEqual(refused('too_many_messages'));
    }
  });

  it.each([
    ['a line break', 'one\ntwo'],
    ['a mark of direction', 'one\u202etwo'],
    ['a control character', 'one\u0007two'],
    ['blanks alone', '  '],
    ['501 characters', 'x'.repeat(501)],
  ])('is refused as not valid for %s', async (_, wrong) => {
    const { id } = await app.jobThatIs('assigned');
    expect(await app.callDesk('sendMessage', { id, text: wrong })).toHaveProperty('invalid');
  });

  it('is refused while the job has no driver', async () => {
    const { id } = await app.jobThatIs('booked');
    expect(await app.callDesk('sendMessage', { id, text })).toEqual(refused('messages_closed'));
  });
});

describe('the courier', () => {
  const calls = (id: string, driver: string) =>
    (
      [
        ['listCourierMessages', {}],
        ['sendCourierMessage', { text }],
        ['readCourierMessages', { up_to: 'msg_Z' }],
      ] as const
    ).map(([action, more]) => app.callDesk(action, { id, courier_id: driver, ...more }));

  it('of another job gets 404 job_not_found, as for an absent one', async () => {
    const { id } = await app.jobThatIs('assigned');
    await send(id);
    const none = [refused('job_not_found'), refused('job_not_found'), refused('job_not_found')];
    expect(await Promise.all(calls(id, 'drv_2'))).toEqual(none);
    expect(await Promise.all(calls('job_none', 'drv_1'))).toEqual(none);
    expect(await threadOf(id)).toMatchObject([{ read_at: null }]);
  });

  it('who lost the job reads its messages no more; the next one reads all of them', async () => {
    const { id } = await app.jobThatIs('assigned');
    await answer(id);
    await app.assign(id, 'drv_2');
    for (const reply of await Promise.all(calls(id, 'drv_1'))) {
      expect(reply).toEqual(refused('job_not_found'));
    }
    const read = await app.desk().listCourierMessages({ id, courier_id: 'drv_2' });
    expect(read.data).toHaveLength(1);
  });

  it('sends a signed message once, also after its receipt has expired', async () => {
    const { id } = await app.jobThatIs('assigned');
    const at = app.clock.now().toISOString();
    const device: SignedAction = {
      ...{ device_id: 'cdv_1', device_key: 'thumbprint', signature: 'a.b.c', jti: 'message-1' },
      ...{ job_id: id, action: 'message', at, device_at: at, seal: null, files: [] },
    };
    const sent = { id, text, at, courier_id, device };
    const first = await app.desk().sendCourierMessage(sent);
    app.clock.advanceMs(48 * 3_600_000);
    expect(await app.desk().sendCourierMessage(sent)).toEqual(first);
    expect(await threadOf(id)).toEqual([first]);
    for (const change of [{ job_id: 'job_other' }, { action: 'incident' }, { at: '2026-11-01' }]) {
      const changed = { ...sent, device: { ...device, ...change } };
      const reply = await app.callDesk('sendCourierMessage', changed);
      expect(reply).toEqual(refused('invalid_device_signature'));
    }
  });

  it('cannot write before the booking of the job', async () => {
    const { id } = await app.jobThatIs('assigned');
    const sent = { id, text, courier_id, at: '2026-11-02T07:59:59Z' };
    expect(await app.callDesk('sendCourierMessage', sent)).toEqual(refused('invalid_time'));
  });
});

describe('reading', () => {
  it('marks the messages of the other side, up to the one that was seen', async () => {
    const { id } = await app.jobThatIs('assigned');
    const sent: string[] = [];
    for (const said of ['one', 'two', 'three']) {
      app.clock.advanceMs(1);
      sent.push((await answer(id, said)).id);
    }
    await send(id);
    app.clock.advanceMs(1_000);
    const read = await app.desk().readMessages({ id, up_to: sent[1] ?? '' });
    expect(read).toEqual({ object: 'messages_read', job_id: id, unread: 1 });
    const at = app.clock.now().toISOString();
    const marks = (await threadOf(id)).map((each) => [each.from, each.text, each.read_at]);
    expect(marks.toSorted()).toEqual([
      ['courier', 'one', at],
      ['courier', 'three', null],
      ['courier', 'two', at],
      ['desk', text, null],
    ]);
  });

  it('twice keeps the time of the first, and a list marks nothing', async () => {
    const { id } = await app.jobThatIs('assigned');
    const { id: up_to } = await send(id);
    await app.desk().listCourierMessages({ id, courier_id });
    expect(await threadOf(id)).toMatchObject([{ read_at: null }]);
    await app.desk().readCourierMessages({ id, up_to, courier_id });
    const first = await threadOf(id);
    app.clock.advanceMs(1_000);
    await app.desk().readCourierMessages({ id, up_to, courier_id });
    expect(first).toMatchObject([{ read_at: '2026-11-02T08:00:00.000Z' }]);
    expect(await threadOf(id)).toEqual(first);
  });

  it('is counted for each side: in the run of the courier, and on live pages of the desk', async () => {
    const { id } = await app.jobThatIs('assigned');
    const states = async () => {
      const run = await app.desk().getForCourier({ id, courier_id });
      const { data } = await app.desk().listLive({ ids: [id] });
      return [run.messages, data[0]?.messages];
    };
    expect(await states()).toEqual([{ unread: 0, changed_at: null }, undefined]);
    const changed_at = app.clock.now().toISOString();
    const { id: up_to } = await answer(id);
    expect(await states()).toEqual([
      { unread: 0, changed_at },
      { unread: 1, changed_at },
    ]);
    app.clock.advanceMs(1_000);
    await app.desk().readMessages({ id, up_to });
    const read_at = app.clock.now().toISOString();
    expect(await states()).toEqual([
      { unread: 0, changed_at: read_at },
      { unread: 0, changed_at: read_at },
    ]);
  });

  it('and each message hint at the job, with nothing but its id', async () => {
    const { id } = await app.jobThatIs('assigned');
    const hints: unknown[] = [];
    const { transport } = app.running().service('jobs').runtime;
    transport.subscribe(liveJobsTopic, (payload) => hints.push(payload));
    const { id: up_to } = await answer(id);
    await app.desk().readMessages({ id, up_to });
    await app.desk().readMessages({ id, up_to });
    expect(hints).toEqual([{ ids: [id] }, { ids: [id] }]);
  });
});

it('listMessages returns those of the job, newest first, page by page', async () => {
  const { id } = await app.jobThatIs('assigned');
  await send((await app.jobThatIs('assigned')).id);
  const sent: string[] = [];
  for (const each of ['one', 'two', 'three']) {
    app.clock.advanceMs(1);
    sent.unshift((await send(id, each)).id);
  }
  const pages = await idsByPage((page) => app.desk().listMessages({ id, ...page }));
  expect(pages).toEqual([sent.slice(0, 2), sent.slice(2)]);
  const own = await idsByPage((page) =>
    app.desk().listCourierMessages({ id, courier_id, ...page }),
  );
  expect(own).toEqual(pages);
});

describe('the end of messages', () => {
  it('comes with the proof of their job and its return', async () => {
    const { id } = await app.jobThatIs('in_transit');
    const other = await app.jobThatIs('in_transit');
    const { return_job_id } = await app.report(id, deliveryFailed);
    const all = [id, return_job_id ?? '', other.id];
    for (const each of all) await send(each);
    const due = 'insert into jobs.erased_job (tenant_id, job_id, due_at) values ($1, $2, $3)';
    await app.sql(due, [app.tenant, id, app.clock.now()]);
    await app.runSchedule('erase-copies');
    const left = await Promise.all(all.map(threadOf));
    expect(left.map(({ length }) => length)).toEqual([0, 0, 1]);
  });

  it('comes 30 days after the last milestone, and then none is taken', async () => {
    const { id } = await app.jobThatIs('delivered');
    const open = await app.jobThatIs('assigned');
    await send(id);
    await send(open.id);
    app.clock.advanceMs(30 * 24 * 3_600_000);
    await app.runSchedule('purge-instructions');
    expect([await threadOf(id), await threadOf(open.id)]).toMatchObject([[], [{ text }]]);
    expect(await app.callDesk('sendMessage', { id, text })).toEqual(refused('messages_closed'));
  });

  it("the service's database role can change nothing of a message but read_at", async () => {
    const rows = await app.sql(
      `select rolname, string_agg(attname, ' ') as may
         from pg_roles, pg_attribute
        where rolname like '%\\_jobs' and attrelid = 'jobs.job_message'::regclass and attnum > 0
          and has_column_privilege(rolname, attrelid, attname, 'update')
        group by rolname`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ may }) => may === 'read_at')).toBe(true);
  });
});
