/** The SFTP server goes away, or falls silent, in the middle of the work; then it is back. */
import { until } from '@svc/devnet';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { lasts, sftpOutageMs } from '../faults/outage.ts';
import { type Channel, manifest, rowOf, startChannel } from './channel.ts';
import { deliverWithProof } from './proof-files.ts';
import { freeze, thaw } from './silence.ts';
import { holdStep } from './slow-channel.ts';

/** A file that a wholesaler sent, and the orders in it. */
interface Sent {
  user: string;
  dc: string;
  name: string;
  orders: readonly string[];
}
const answersMs = 60_000;

describe.skipIf(!inject('hasSshd'))('an SFTP server', () => {
  let channel: Channel;
  beforeAll(async () => {
    channel = await startChannel();
  });
  afterAll(() => channel?.stop());

  const send = async (user: string, dc: string, name: string, count = 5): Promise<Sent> => {
    const orders = Array.from({ length: count }, (_, n) => `${name.toUpperCase()}-${n}`);
    const site = user === 'rival' ? { consignee_site: 'site_rival_cli-0' } : {};
    const content = manifest(...orders.map((order) => rowOf(order, site)));
    await channel.put(user, `${dc}/inbound/${name}.csv`, content);
    return { user, dc, name: `${name}.csv`, orders };
  };
  const several = (user: string, dc: string, name: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(user, dc, `${name}-${n}`)));
  const ackOf = ({ user, dc, name }: Sent) => channel.read(user, `${dc}/outbound/${name}.ack`);
  const answered = async (sent: readonly Sent[]): Promise<Sent[]> => {
    const acks = await Promise.all(sent.map(ackOf));
    return sent.filter((_, n) => acks[n] !== undefined);
  };
  const allAnswered = (sent: readonly Sent[]) =>
    until(async () => (await answered(sent)).length === sent.length, {
      ...{ timeoutMs: answersMs, everyMs: 50, what: 'all answers' },
    });
  const triedInVain = (name: string, times: number) =>
    until(async () => (await channel.fileNamed(name)).attempts >= times, {
      ...{ timeoutMs: answersMs, everyMs: 50, what: `${times} tries for ${name}` },
    });

  /** Every order has one job, named in the answer to its own file; each file was taken once. */
  const expectOnceEach = async (sent: readonly Sent[]) => {
    for (const each of sent) {
      const ack = (await ackOf(each)) ?? '';
      expect(ack.trim().split('\n')).toHaveLength(each.orders.length + 1);
      for (const order of each.orders) {
        const { id, ref } = await channel.onlyBooking(order);
        expect(ack).toContain(`,${order},${ref},${id}\n`);
      }
      const { user, dc, name } = each;
      expect(await channel.list(user, `${dc}/inbound`)).not.toContain(name);
      const archived = (await channel.list(user, `${dc}/archive`)).filter((n) => n.endsWith(name));
      expect(archived).toHaveLength(1);
      // Not its temporary files: a login that was frozen writes one again after the file is in its place.
      const outbound = await channel.list(user, `${dc}/outbound`);
      expect(outbound.filter((n) => n.endsWith('.err'))).toEqual([]);
    }
  };

  it('that stops in the middle of the work and stays away: all is answered, once', async () => {
    const [delivered] = await several('demo', 'jhb', 'before', 1);
    if (!delivered) throw new Error('nothing was sent');
    await allAnswered([delivered]);
    const { id, ref } = await channel.onlyBooking(delivered.orders[0] ?? '');

    const held = await holdStep(channel.stage.owner, 'booking');
    const between = await send('demo', 'jhb', 'between', 150);
    await held.reached();
    await channel.cut();
    await held.release();
    await triedInVain(between.name, 1);
    await channel.restore();
    await allAnswered([between]);

    const many = await several('demo', 'jhb', 'many', 30);
    await until(async () => (await answered(many)).length > 0, {
      ...{ timeoutMs: answersMs, everyMs: 5, what: 'the first answer' },
    });
    const heldAgain = await holdStep(channel.stage.owner, 'booking');
    const sent = [
      ...many,
      ...(await several('demo', 'cpt', 'some', 5)),
      ...(await several('rival', 'pta', 'others', 5)),
    ];
    await heldAgain.reached();
    await channel.cut();
    const missing = sent.length - (await answered(sent)).length;
    expect(missing).toBeGreaterThan(0);
    await heldAgain.release();
    const late = await send('rival', 'pta', 'late');
    await deliverWithProof(channel, id);
    const proof = `POD-${delivered.orders[0]}-${ref}.csv`;
    await until(() => attemptsFor(channel, id), {
      ...{ timeoutMs: answersMs, what: 'three tries for the proof' },
    });
    await lasts(sftpOutageMs);
    expect(sent.length - (await answered(sent)).length).toBe(missing);

    await channel.restore();
    await allAnswered([...sent, late]);
    expect(await channel.answer('demo', `jhb/outbound/${proof}`)).toContain(ref);
    await expectOnceEach([delivered, between, ...sent, late]);
  }, 300_000);

  it("that falls silent for one wholesaler holds up nobody else's files", async () => {
    await send('demo', 'jhb', 'first').then((sent) => allAnswered([sent]));
    const held = await holdStep(channel.stage.owner, 'booking');
    const stuck = await several('demo', 'jhb', 'stuck', 12);
    await held.reached();
    await freeze(channel.server(), 'demo');
    await held.release();
    const others = await several('rival', 'pta', 'free', 3);
    const othersAreAnswered = async () => {
      // Every login for this wholesaler hangs.
      await freeze(channel.server(), 'demo');
      return (await answered(others)).length === others.length;
    };
    await until(othersAreAnswered, { timeoutMs: 60_000, what: "the other wholesaler's answers" });
    expect((await answered(stuck)).length).toBeLessThan(stuck.length);
    // The silent login is given up, and the next one is served.
    await allAnswered(stuck);
    await expectOnceEach([...others, ...stuck]);
    await thaw(channel.server());
  });

  it('that accepts and says nothing: given up again and again, and then answered', async () => {
    await send('demo', 'jhb', 'opening').then((sent) => allAnswered([sent]));
    const held = await holdStep(channel.stage.owner, 'booking');
    const sent = await send('demo', 'jhb', 'silent');
    await held.reached();
    await freeze(channel.server());
    await held.release();
    await triedInVain(sent.name, 2);
    await lasts(sftpOutageMs);
    expect(await ackOf(sent)).toBeUndefined();
    await thaw(channel.server());
    await allAnswered([sent]);
    await expectOnceEach([sent]);
  }, 300_000);
});

async function attemptsFor({ stage }: Channel, job: string): Promise<boolean> {
  const { rows } = await stage.owner.query<{ attempts: number }>(
    'select attempts from files.pod_file where job_id = $1',
    [job],
  );
  return (rows[0]?.attempts ?? 0) >= 3;
}
