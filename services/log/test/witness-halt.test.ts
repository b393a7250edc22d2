/** A witness's claims about the log count as far as the log's own signature proves them. */
import { until } from '@svc/devnet';
import { refused as refusal } from '@svc/kit/testing/service-test';
import { openCheckpoint, signCheckpoint } from '@svc/proof/log/checkpoint';
import { emptyRoot } from '@svc/proof/log/merkle';
import { generateSecret, parseSecret, parseVkey, signatureType } from '@svc/proof/log/note-key';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signTreeHead } from '../src/adapters/log-key.ts';
import { entriesOf, logTest, origin } from './app.ts';
import { startStubWitness } from './stub-witness.ts';

const secret = 'a secret that the log of this test shares, 32 and more';
const witness = await startStubWitness('one.example', () => app.clock.now());
const app = logTest(() => ({ SVC_SECRET: secret, SVC_LOG_WITNESSES: witness.setting }));
afterAll(() => witness.close());

/** A witness that did not cosign is asked again after this time. */
const pauseMs = 8_000;

const status = () => app.log().status({});
const refused = (n: number) => ({ status: n, body: n === 409 ? '999999999\n' : 'no\n' });
/** Another tree of this size, signed with the log's own key. */
const other = async (size: number) => {
  const [{ encrypted_secret }] = await app.sql('select encrypted_secret from log.tree');
  return signTreeHead({ size, root: emptyRoot }, { encrypted_secret, secret });
};
const halted = () =>
  until(async () => (await status()).halted, { timeoutMs: 30_000, what: 'the log to halt' });

beforeAll(async () => {
  await app.submit(entriesOf(0, 3));
  await app.covered(3);
});

describe('a witness that refuses without showing a checkpoint of the log', () => {
  const strangers: [string, () => Promise<string | undefined>][] = [
    ['shows nothing', async () => undefined],
    [
      'shows one that another key signed',
      async () => {
        const key = await parseSecret(await generateSecret(origin, signatureType));
        return signCheckpoint({ size: 999_999_999, root: emptyRoot }, key);
      },
    ],
    ['shows one that is part of the log', async () => (await app.log().checkpoint({})).note ?? ''],
    ['shows no checkpoint', async () => 'x'],
  ];
  it.each(strangers.flatMap(([what, shown]) => [409, 422].map((n) => [what, n, shown] as const)))(
    'that %s, with %i, does not halt the log',
    async (_, code, shown) => {
      witness.shown = await shown();
      witness.answer = refused(code);
      const { size } = await status();
      await app.submit(entriesOf(size, size + 1));
      await app.covered(size + 1);
      expect(await status()).toMatchObject({ halted: null, witnesses: [{ name: witness.name }] });
    },
  );
});

describe('a witness that shows what the log has signed and does not have', () => {
  const halts = async (code: number, shown: string, reason: RegExp) => {
    witness.answer = undefined;
    app.clock.advanceMs(pauseMs);
    const isBack = async () => {
      const { size, witnesses } = await status();
      return witnesses[0]?.away_since === null && witnesses[0].size === size;
    };
    await until(isBack, { timeoutMs: 30_000, what: 'the witness, after its pause' });
    const { size: before } = await status();
    witness.shown = shown;
    witness.answer = refused(code);
    await app.submit(entriesOf(before, before + 1));
    expect(await halted()).toMatch(reason);
    const { published_size, waiting, size } = await status();
    expect(published_size).toBe(before);
    expect(size + waiting).toBe(before + 1);
    const [{ vkey }] = await app.sql('select vkey from log.tree');
    const { note } = await app.log().checkpoint({});
    expect((await openCheckpoint(note ?? '', parseVkey(vkey))).checkpoint.size).toBe(before);
    // An operator who would go on is refused, as long as the witness shows that.
    const checkpoint = note ?? '';
    expect(await app.call('resume', { checkpoint })).toEqual(
      refusal('log_rolled_back', { detail: expect.stringMatching(reason) }),
    );
    witness.answer = undefined;
    witness.shown = checkpoint;
    await app.log().resume({ checkpoint });
    await app.covered(before + 1);
  };

  it('halts the log before it publishes: a larger tree, with 409', async () => {
    await halts(409, await other(999_999_999), /has cosigned 999999999 entries, here are/);
  });

  it('halts the log before it publishes: another outgrown tree, with 422', async () => {
    await halts(422, await other(2), /has cosigned other 2 entries than those here/);
  });
});

describe('a log whose standby took over', () => {
  const failOver = async () => {
    await app.sql("update log.tree set cluster_history = 'of another cluster'");
    const { size } = await status();
    await app.submit(entriesOf(size, size + 1));
    expect(await halted()).toMatch(/a standby took over/);
    return size;
  };
  /** Time goes on meanwhile: a pause may begin at any moment. */
  const inTime = (what: string, is: () => boolean | Promise<boolean>) => {
    const passes = () => {
      app.clock.advanceMs(pauseMs);
      return is();
    };
    return until(passes, { timeoutMs: 30_000, what });
  };
  const isAskedAgain = () => {
    const { asked } = witness;
    return inTime('the witness', () => witness.asked > asked);
  };

  it('waits for its witness, and goes on by itself once that shows what is part of the log', async () => {
    witness.answer = undefined;
    witness.shown = undefined;
    const size = await failOver();
    await isAskedAgain();
    await isAskedAgain();
    expect(await status()).toMatchObject({ size, halted: expect.stringContaining('standby') });
    witness.shown = (await app.log().checkpoint({})).note ?? '';
    await inTime('the log', async () => (await status()).published_size === size + 1);
    expect((await status()).halted).toBeNull();
  });

  it('stays halted where its witness has cosigned what is lost, and says so', async () => {
    witness.shown = await other(999_999_999);
    const size = await failOver();
    await inTime('the reason', async () => {
      const { halted: reason } = await status();
      return reason?.includes('has cosigned 999999999') ?? false;
    });
    expect(await status()).toMatchObject({ size, waiting: 1 });
  });
});
