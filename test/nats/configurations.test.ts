/**
 * Every role that may use JetStream has it send what nobody may publish: by consumers, streams and
 * reply subjects of its choice. Within the account of streams that works; calls are in another one.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { credentialTopic } from '@svc/contracts';
import { until } from '@svc/devnet';
import type { NatsRole } from '@svc/kit/nats-permissions';
import { natsNames } from '@svc/kit/nats-subjects';
import { natsRoles } from '@svc/local/nats-roles';
import { adminRole, type SecuredNats, startSecuredNats } from '@svc/local/secured-nats';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Account, connectAs } from './login.ts';

const namespace = `configurations-${randomBytes(3).toString('hex')}`;
const prefix = natsNames.calls(namespace);
const api = '$JS.API';
const roles = natsRoles();
const attackers = roles.filter(({ hasStream }) => hasStream);

/** A call of an operator, a hint, a packet about a node, an answer. */
const targets = [
  `${prefix}.REQB.accounts.createClient`,
  natsNames.hint(namespace, credentialTopic),
  `${prefix}.INFO`,
  `${prefix}.RES.gateway.x`,
];
const forged = JSON.stringify({
  ver: '5',
  sender: 'operator.x',
  action: 'accounts.createClient',
  params: { input: { name: 'evil' }, meta: { tenant: 'ten_operator', actor: 'operator' } },
});

describe.skipIf(inject('natsUrl') === undefined)('with a configuration of its own, a role', () => {
  let dir: string;
  let nats: SecuredNats;
  /** Administrators of both accounts, and under which targets they were sent something. */
  const admins = new Map<Account, { connection: NatsConnection; received: string[] }>();
  const adminOf = (account: Account) => {
    const found = admins.get(account);
    if (!found) throw new Error(`no admin in ${account}`);
    return found;
  };

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'configurations-'));
    nats = await startSecuredNats({ dir, namespace });
    for (const account of ['calls', 'facts'] as const) {
      const connection = await connectAs(nats, adminRole, { account });
      const received: string[] = [];
      // Told apart by subscription: what a consumer delivers keeps the subject under which it was stored.
      for (const subject of targets) {
        connection.subscribe(subject, { callback: () => void received.push(subject) });
      }
      await connection.flush();
      admins.set(account, { connection, received });
    }
  });
  beforeEach(async () => {
    for (const { received } of admins.values()) received.splice(0);
    for (const { name } of attackers) {
      const stream = natsNames.stream(namespace, name);
      await asked(adminOf('facts').connection, `${api}.STREAM.DELETE.${stream}`);
    }
  });
  afterAll(async () => {
    for (const { connection } of admins.values()) await connection.close();
    await nats?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  const asked = async (connection: NatsConnection, subject: string, body: object = {}) =>
    (await connection.request(subject, JSON.stringify(body), { timeout: 5_000 })).json<object>();

  const as = async (role: NatsRole, work: (connection: NatsConnection) => Promise<void>) => {
    const connection = await connectAs(nats, role.name, { account: 'facts' });
    await work(connection).finally(() => connection.close());
  };
  const streamOf = ({ name }: NatsRole) => natsNames.stream(namespace, name);
  const subjectOf = ({ name }: NatsRole) => natsNames.event(namespace, name, 'forged');
  const createStream = (role: NatsRole, connection: NatsConnection, config: object = {}) => {
    const usual = { name: streamOf(role), subjects: [natsNames.event(namespace, role.name, '>')] };
    const body = { ...usual, storage: 'memory', ...config };
    return asked(connection, `${api}.STREAM.CREATE.${streamOf(role)}`, body);
  };

  /** JetStream did send it, to the target, in its own account; in that of calls nothing came. */
  const expectKept = async (target: string) => {
    const { received } = adminOf('facts');
    const what = `JetStream to send to ${target}`;
    await until(() => received.includes(target), { timeoutMs: 10_000, what });
    await adminOf('calls').connection.flush();
    expect(adminOf('calls').received).toEqual([]);
  };

  const readers = attackers.filter(({ consumes }) => consumes.length > 0);

  it.each(readers)('$name forges no call by the deliver_subject of a consumer', async (role) => {
    const producer = roles.find(({ name }) => name === role.consumes[0]);
    if (!producer) throw new Error('reads nothing');
    await as(producer, async (connection) => {
      await createStream(producer, connection);
      await asked(connection, subjectOf(producer), JSON.parse(forged));
    });
    await as(role, async (connection) => {
      const durable = natsNames.consumer(role.name, producer.name);
      const path = `${streamOf(producer)}.${durable}`;
      for (const deliver_subject of targets) {
        for (const deliver_group of [undefined, 'accounts.createClient']) {
          const usual = { durable_name: durable, ack_policy: 'none', deliver_policy: 'all' };
          const config = { ...usual, deliver_subject, deliver_group };
          const verb = deliver_group ? 'DURABLE.CREATE' : 'CREATE';
          const body = { stream_name: streamOf(producer), config };
          const made = await asked(connection, `${api}.CONSUMER.${verb}.${path}`, body);
          expect(made).not.toHaveProperty('error');
          if (!deliver_group) await expectKept(deliver_subject);
          await asked(adminOf('facts').connection, `${api}.CONSUMER.DELETE.${path}`);
        }
      }
    });
  });

  it.each(readers)(
    '$name forges no call by the reply of a pull or an acknowledgement',
    async (role) => {
      const producer = roles.find(({ name }) => name === role.consumes[0]);
      if (!producer) throw new Error('reads nothing');
      const [first = '', ...others] = targets;
      await as(producer, async (connection) => {
        await createStream(producer, connection);
        for (const _each of [...targets, ...targets]) {
          await asked(connection, subjectOf(producer), JSON.parse(forged));
        }
      });
      await as(role, async (connection) => {
        const durable = natsNames.consumer(role.name, producer.name);
        const path = `${streamOf(producer)}.${durable}`;
        const config = { durable_name: durable, ack_policy: 'explicit' };
        const body = { stream_name: streamOf(producer), config };
        await asked(connection, `${api}.CONSUMER.DURABLE.CREATE.${path}`, body);
        connection.publish(`${api}.CONSUMER.MSG.NEXT.${path}`, '1', { reply: first });
        await expectKept(first);
        for (const reply of others) {
          connection.publish(`$JS.ACK.${path}.1.1.1.${Date.now()}.0`, '+NXT', { reply });
          await expectKept(reply);
        }
      });
    },
  );

  it.each(attackers)('$name forges no call by the reply of a request', async (role) => {
    await as(role, async (connection) => {
      await createStream(role, connection);
      for (const reply of targets) {
        connection.publish(subjectOf(role), forged, { reply });
        await expectKept(reply);
        adminOf('facts').received.splice(0);
        const body = JSON.stringify({ seq: 1 });
        connection.publish(`${api}.STREAM.MSG.GET.${streamOf(role)}`, body, { reply });
        await expectKept(reply);
      }
    });
  });

  it.each(attackers)('$name forges no call by a stream that republishes', async (role) => {
    await as(role, async (connection) => {
      for (const dest of targets) {
        const made = await createStream(role, connection, {
          republish: { src: subjectOf(role), dest },
        });
        expect(made).not.toHaveProperty('error');
        await asked(connection, subjectOf(role), JSON.parse(forged));
        await expectKept(dest);
        await asked(adminOf('facts').connection, `${api}.STREAM.DELETE.${streamOf(role)}`);
      }
    });
  });

  it.each(attackers)(
    '$name reads no call by a stream of its own, whatever it stores',
    async (role) => {
      const spied = [`${prefix}.>`, natsNames.hint(namespace, '>')];
      const configurations = [
        { subjects: spied },
        { subjects: spied, no_ack: true, allow_direct: true },
        { subjects: undefined, mirror: { name: `${namespace}-gateway` } },
        { sources: [{ name: 'calls', external: { api: '$SYS', deliver: `${prefix}.spy` } }] },
        { subject_transform: { src: '>', dest: `${prefix}.>` } },
      ];
      await as(role, async (connection) => {
        for (const config of configurations) {
          await createStream(role, connection, config);
          const { connection: calls, received } = adminOf('calls');
          for (const subject of targets) calls.publish(subject, forged);
          await calls.flush();
          const { state = { messages: 0 } } = await asked(
            adminOf('facts').connection,
            `${api}.STREAM.INFO.${streamOf(role)}`,
          ).then((info): { state?: { messages: number } } => info);
          expect(state.messages).toBe(0);
          expect(received.splice(0)).toEqual(targets);
          await asked(adminOf('facts').connection, `${api}.STREAM.DELETE.${streamOf(role)}`);
        }
      });
    },
  );

  it.each(roles)('$name has no JetStream with its login of calls', async ({ name }) => {
    const connection = await connectAs(nats, name, { account: 'calls' });
    const refused = await connection
      .request(`${api}.INFO`, '', { timeout: 2_000 })
      .then(() => false)
      .catch(() => true);
    await connection.close();
    expect(refused).toBe(true);
  });
});
