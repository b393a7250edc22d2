/**
 * Attacks on the tables of a running environment, by who has every database and file and all keys of the
 * carrier. Each is caught through what the gateway serves; docs/proof.md has the table.
 */
import { randomBytes } from 'node:crypto';
import type { Bundle } from '@svc/contracts';
import { hashLeaf } from '@svc/proof/log/merkle';
import type { CanonicalEvent } from '@svc/proof/verify/event';
import { type LogEntryFields, logEntryText } from '@svc/proof/verify/log-entry';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  attack,
  certifyAnew,
  custodyTables,
  type Rewrite,
  rewriteChain,
  rewriteLog,
} from './storage/attacker.ts';
import { startWitnessedStack, type WitnessedStack } from './storage/witnessed-stack.ts';

let stack: WitnessedStack;
/** Everything is proved; the cold chain of the job is certified later. */
const untouched = 'cold_chain_not_shown';
const carrier = () => ({ jobId: stack.id, secret: stack.secret });
const attempt = (made: (rewrite: Rewrite) => Promise<void>) => attack(stack.owner, made);
const outcome = async () => (await stack.verdict(await stack.fetchBundle())).outcome;

const erasure = (n: number, at = new Date().toISOString()): LogEntryFields => ({
  v: 1,
  type: 'erasure',
  chain: `hmac-sha256:${String(n).repeat(64)}`,
  at,
});
const entryOf = (fields: LogEntryFields) => {
  const text = logEntryText(fields);
  return { text, leaf_hash: Buffer.from(hashLeaf(Buffer.from(text))) };
};

beforeAll(async () => {
  stack = await startWitnessedStack();
});
afterAll(() => stack?.stop());
beforeEach(() => {
  stack.alarms.length = 0;
});

it('nothing is found where nobody attacks, and the verdict says when hand-overs were logged', async () => {
  const { outcome: found, log } = await stack.verdict(await stack.fetchBundle());
  expect(found).toBe(untouched);
  expect(log.status).toBe('proved');
  expect(log.witnesses).toEqual(['hospital.example/w']);
  for (const { at, logged_after, logged_before } of log.handovers) {
    const [after, before] = [String(logged_after), String(logged_before)].map(Date.parse);
    expect(after).toBeLessThanOrEqual(before ?? Number.NaN);
    // The witness's clock shows whole seconds.
    expect(before).toBeGreaterThan(Date.parse(at) - 1_000);
  }
  expect(log.handovers.length).toBeGreaterThan(1);
  expect(await stack.audit()).toBe('');
});

const edited = (events: CanonicalEvent[]) =>
  events.map((event) => ({ ...event, seal: event.seal && 'SL-00666' }));

/** Rewrites the chain under a new salt, and has the true log append all that an honest one has of it. */
const rewrittenAnew = (
  change: (events: CanonicalEvent[]) => CanonicalEvent[],
  look: (forged: Bundle) => Promise<void>,
) =>
  attack(
    stack.owner,
    async (rewrite) => {
      const salt = randomBytes(32).toString('hex');
      await rewrite((db) => rewriteChain(db, { ...carrier(), salt }, change));
      for (const { entry, proof } of (await stack.fetchBundle()).log?.entries ?? []) {
        const leaf_hash = Buffer.from(hashLeaf(Buffer.from(entry)));
        if (proof === null) await stack.append({ text: entry, leaf_hash });
      }
      await look(await stack.fetchBundle());
    },
    custodyTables,
  );

describe('the verifier catches, in what the gateway serves', () => {
  const chains: [string, (events: CanonicalEvent[]) => CanonicalEvent[]][] = [
    ['edited events', edited],
    ['a deleted event', (events) => events.toSpliced(1, 1)],
    [
      'events in another order',
      ([first, ...others]) => [...others.toReversed(), ...(first ? [first] : [])],
    ],
    ['an inserted event', (events) => events.toSpliced(1, 0, ...events.slice(0, 1))],
    ['a tail that was cut off', (events) => events.slice(0, -1)],
  ];
  it.each(chains)('%s, hashed and certified anew', async (_, change) => {
    await attempt(async (rewrite) => {
      await rewrite((db) => rewriteChain(db, carrier(), change));
      expect(await outcome()).toBe('not_logged');
    });
    expect(await outcome()).toBe(untouched);
  });

  it('an event that was edited without its hash', async () => {
    await attempt(async (rewrite) => {
      await rewrite((db) =>
        db.query(
          "update custody.custody_event set bytes = replace(bytes, 'SL-00421', 'SL-00666') where job_id = $1",
          [stack.id],
        ),
      );
      expect(await outcome()).toBe('tampered');
    });
  });

  it('a certificate that was replaced', async () => {
    await attempt(async (rewrite) => {
      const issued_at = new Date('2026-11-02T08:00:00.000Z');
      await rewrite((db) => certifyAnew(db, carrier(), { issued_at }));
      expect(await outcome()).toBe('not_logged');
    });
  });

  it('a signing key that was replaced and published', async () => {
    await attempt(async (rewrite) => {
      await rewrite((db) => certifyAnew(db, carrier(), { isNewKey: true }));
      const forged = await stack.fetchBundle();
      const { outcome: found, log, signer } = await stack.verdict(forged, forged.jwks);
      expect(found).toBe('not_logged');
      expect(signer.status).toBe('verified');
      expect(log.missing.join(' ')).toContain('The signing key is not proved');
    });
  });

  /** The forged chain, and its entries in a log made anew; returns the true log's last cosignature. */
  const forgeAll = async (rewrite: Rewrite) => {
    await rewrite((db) => rewriteChain(db, carrier(), edited));
    const entries = (await stack.fetchBundle()).log?.entries.map(({ entry }) => entry) ?? [];
    const { rows } = await stack.owner.query(
      'select line from log.cosignature order by size desc limit 1',
    );
    await rewrite((db) => rewriteLog(db, stack.secret, () => entries));
    return String(rows[0]?.line);
  };

  it('a log that was forked for one reader', async () => {
    await attempt(async (rewrite) => {
      await forgeAll(rewrite);
      const { outcome: found, log } = await stack.verdict(await stack.fetchBundle());
      expect(log.missing).toEqual([]);
      expect(log.witnesses).toEqual([]);
      expect(found).toBe('not_logged');
    });
  });

  it('a cosignature that was moved to the fork', async () => {
    await attempt(async (rewrite) => {
      const line = await forgeAll(rewrite);
      await rewrite((db) =>
        db.query(
          "insert into log.cosignature select max(size), 'hospital.example/w', $1 from log.checkpoint",
          [line],
        ),
      );
      expect(await outcome()).toBe('tampered');
    });
  });

  it('an index that was used again for another certificate', async () => {
    await attempt(async (rewrite) => {
      await rewrite((db) => certifyAnew(db, carrier(), { issued_at: new Date() }));
      const forged = (await stack.fetchBundle()).log?.entries.at(-1)?.entry ?? '';
      await rewrite((db) =>
        db.query(
          `update log.entry set body = $1, leaf_hash = $2
            where body like '%"type":"certificate"%'`,
          [forged, Buffer.from(hashLeaf(Buffer.from(forged)))],
        ),
      );
      expect(await outcome()).toBe('tampered');
      expect(await stack.audit()).toContain('a signed checkpoint says');
    });
  });
});

describe('the witness, asked by the log itself, and the auditor catch', () => {
  const last = (bodies: string[]) => bodies.length - 1;
  const rewritten: [string, (bodies: string[]) => string[], RegExp | null][] = [
    ['an entry that was edited', (all) => all.with(1, logEntryText(erasure(7))), /fork/],
    [
      'an entry that was dropped, and another one in its place at the end',
      (all) => [...all.toSpliced(1, 1), logEntryText(erasure(7))],
      /fork/,
    ],
    ['entries in another order', (all) => all.toReversed(), /fork/],
    ['a log that was rolled back', (all) => all.slice(0, last(all)), null],
    ['a larger log of another history', (all) => [logEntryText(erasure(9)), ...all], /not shown/],
  ];
  it.each(rewritten)('the attack on the tables: %s', async (what, change, fault) => {
    await attempt(async (rewrite) => {
      await rewrite((db) => rewriteLog(db, stack.secret, change));
      // An old checkpoint alone is no alarm: a stranger can send it. The log itself halts.
      const alarm = fault && (await stack.alarmed());
      if (alarm) {
        expect(alarm.fault).toMatch(fault);
        process.stdout.write(`${what}: the witness knew after ${alarm.seconds.toFixed(1)} s\n`);
        expect(alarm.seconds).toBeLessThan(10);
      }
      expect(await stack.halted()).toContain('witness hospital.example/w has cosigned');
      expect(await stack.audit()).toMatch(/Rollback|a signed checkpoint says/);
    });
  });
});

describe('the auditor catches', () => {
  it('an entry whose text was edited', async () => {
    await attempt(async (rewrite) => {
      await rewrite((db) =>
        db.query(
          `update log.entry set body = replace(body, '"at":"2', '"at":"1') where leaf_index = 0`,
        ),
      );
      expect(await stack.audit()).toContain('a signed checkpoint says');
    });
  });

  it('a tile that is not that of its entries', async () => {
    await attempt(async (rewrite) => {
      await rewrite((db) =>
        db.query('update log.tile set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1)'),
      );
      expect(await stack.audit()).toContain('is not the tile of these entries');
    });
  });

  it('a hand-over that was never logged, by the export of the tenant', async () => {
    await attempt(async (rewrite) => {
      await rewrite((db) =>
        rewriteChain(db, carrier(), (events) => [...events, ...events.slice(-2, -1)]),
      );
      const findings = await stack.audit([await stack.fetchBundle()]);
      expect(findings).toContain('a certificate is not in the log');
      expect(findings).toMatch(/event \d+ \(collected\) is not in the log/);
    });
  });

  it('an event that the log has and the chain has no more, by the export of the tenant', async () => {
    await attempt(async (rewrite) => {
      await rewrite((db) => rewriteChain(db, carrier(), (events) => events.slice(0, -1)));
      const forged = { ...(await stack.fetchBundle()), log: stack.keptBundle.log };
      expect(await stack.audit([forged])).toContain('the chain ends before');
    });
  });

  it('an entry that was backdated', async () => {
    await stack.append(entryOf(erasure(3, '2020-01-01T00:00:00.000Z')));
    expect(await stack.audit()).toContain('backdated');
  });

  it('a history under a new salt, logged anew within a day, next to a kept bundle', async () => {
    await rewrittenAnew(edited, async (forged) => {
      expect((await stack.verdict(forged)).outcome).toBe(untouched);
      const findings = await stack.audit([forged, stack.keptBundle]);
      expect(findings).toContain('two histories of one job');
    });
    // The same chain under another salt, which hides what is logged of it later.
    await rewrittenAnew(
      (events) => events,
      async (forged) => {
        expect(await stack.audit([forged, stack.keptBundle])).toContain('one job under two salts');
      },
    );
  });

  it('a second history of a chain that was logged later', async () => {
    const [head] = (stack.keptBundle.log?.entries ?? [])
      .map(({ entry }): LogEntryFields => JSON.parse(entry))
      .filter((entry) => entry.type === 'chain');
    if (!head) throw new Error('a hand-over is logged');
    await stack.append(entryOf({ ...head, head: `sha256:${'f'.repeat(64)}` }));
    expect(await stack.audit()).toContain('two histories of one chain');
  });

  it('a history under a new salt, logged anew after more than a day, and so does the verifier', async () => {
    const before = 2 * 24 * 3_600_000;
    const aged = (events: CanonicalEvent[]) =>
      edited(events).map((event) => ({
        ...event,
        at: new Date(Date.parse(event.at) - before).toISOString(),
      }));
    await rewrittenAnew(aged, async (forged) => {
      expect(await stack.audit([forged, stack.keptBundle])).toContain('two histories of one job');
      const { outcome: found, log, faults } = await stack.verdict(forged);
      expect(faults).toEqual([]);
      expect(log.status).toBe('late');
      expect(found).toBe('not_logged');
    });
    expect(await outcome()).toBe(untouched);
  });
});
