/**
 * Every guide, block after block in one shell, against `npm start` itself: a fresh data folder, other
 * ports, on a Sunday night, when clinics and pharmacies are closed. Then all of them again in the
 * opposite order, on what the first walk has left.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { folders } from '../files/channel.ts';
import { answerHundredFiles } from '../files/hundred-files.ts';
import { type ShiftedClock, shiftedClock } from './clock.ts';
import { patternOf, type Step, stepsOf } from './guide.ts';
import { type NpmStart, npmStart, pathWithoutServers } from './npm-start.ts';
import { follow } from './reader.ts';

const guides = [
  'README.md',
  'sandbox.md',
  'partner.md',
  'labels.md',
  'wholesale.md',
  'wholesale-edi.md',
  'wholesale-mail.md',
  'webhooks.md',
  'telemetry.md',
  'proof.md',
  'desk.md',
];
const minuteMs = 60_000;

/** From now to next Sunday, 23:10 in Johannesburg. */
function sundayNight(now: Date): number {
  const at = new Date(now);
  at.setUTCHours(21, 10, 0, 0);
  at.setUTCDate(at.getUTCDate() + ((7 - at.getUTCDay()) % 7 || 7));
  return at.getTime() - now.getTime();
}

/** Texts that the answers must contain, beyond those that the guide itself shows. */
const answers: Record<string, readonly RegExp[]> = {
  'README.md': [
    /"signature_url":"http/,
    /"id":"POC-/,
    /^(VERIFIED|COLD CHAIN NOT SHOWN: custody is verified)/m,
    /^log +proved: .*\nwitnesses +witness\.demo/m,
    /^hand-over .* logged after \S+ and before /m,
    /"status":"draft"/,
  ],
  'proof.md': [
    /^log \S+ \S+\nwitness /m,
    /^(VERIFIED|COLD CHAIN NOT SHOWN: custody is verified)/m,
    /^SIGNATURE AND LINKS HOLD/m,
    /(^log {10}proved(?:.|\n)*){2}/m,
    /^c2sp\.org\/tlog-proof@v1$/m,
    /^CLEAN: nothing contradicts\.$/m,
  ],
  'partner.md': [
    /"accepted":1/,
    /"available":true/,
    /("object":"partner_order"[^\n]*"status":"ready"(?:.|\n)*){2}/,
    /"object":"manifest"[^\n]*"specimen_count":1/,
    /"object":"route"[^\n]*"next_run_on":"\d/,
    /"object":"route"[^\n]*"status":"paused"/,
  ],
  'telemetry.md': [
    /"object":"device"/,
    /"accepted":1,"duplicates":0,"rejected":\[\]/,
    /"accepted":0,"duplicates":1,"rejected":\[\]/,
    /"accepted":1,.*\[\{"index":0,"code":"out_of_range"\},\{"index":1,"code":"unknown_device"\}\]/,
    /invalid_signature\ntimestamp_out_of_tolerance/,
    /accepted: 1/,
    /("accepted":1(?:.|\n)*){2}/,
    /"accepted":2,"duplicates":0,"rejected":\[\]/,
  ],
  'desk.md': [
    /"status":"acknowledged","acknowledged_by":"Lerato M"/,
    /"code":"already_acknowledged"[^\n]*"detail":"Lerato M acknowledged it at /,
  ],
  'webhooks.md': [/^v1=([0-9a-f]{64})\n.*= \1$/m],
};

/** Saves a bundle; the verifier of the same block asks for proofs of the log. */
const bundle = /^(?:get|curl) .*\/bundle(?:\.json)?" > ("\S+")$/gm;

/** A bundle comes without proofs that the log answers too late: the reader fetches it again. */
const patient = (step: Step): Step => {
  const again = (line: string, file: string) =>
    `until ${line}; ! grep -q '"proof":null' ${file}; do sleep 1; done`;
  return step.code.includes('--policy')
    ? { ...step, code: step.code.replaceAll(bundle, again) }
    : step;
};

const listed = ['as they are listed', guides] as const;
const machines = [
  {
    machine: 'a machine with its servers',
    infra: { nats: 'server', sftp: 'openssh' },
    canRun: inject('hasSshd'),
    path: undefined,
    walks: [listed, ['in the opposite order, on the same data', guides.toReversed()] as const],
  },
  {
    machine: 'a machine without servers and browsers',
    infra: { nats: 'in-process', sftp: 'ssh2' },
    canRun: true,
    path: pathWithoutServers,
    walks: [listed],
  },
];

describe.each(machines)('on a Sunday night, on $machine', ({ infra, canRun, path, walks }) => {
  describe.skipIf(!canRun)('begun afresh', () => {
    let stack: NpmStart;
    let folder: string;
    let clock: ShiftedClock;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'reader-'));
      clock = await shiftedClock(folder, sundayNight(new Date()));
      const { NODE_OPTIONS } = clock;
      stack = await npmStart({ NODE_OPTIONS, ...(path && { PATH: await path(folder) }) });
    }, 3 * minuteMs);
    afterAll(async () => {
      // npm start ends with the npm that started it, however that ends.
      await stack?.stop(path ? 'kill' : 'ctrl-c');
      await rm(folder, { recursive: true, force: true });
    }, minuteMs);

    it('npm start uses what is there', async () => {
      const dev = JSON.parse(await readFile(join(stack.dataDir, 'dev.json'), 'utf8'));
      expect(dev.infra).toMatchObject(infra);
      const checkpoint = await (await fetch(`${dev.log.url}/checkpoint`)).text();
      expect(checkpoint.split('\n')[0]).toBe(`127.0.0.1:${stack.ports.live}/log`);
    });

    it.each(walks)(
      'all guides do what they say, %s',
      { timeout: 12 * minuteMs },
      async (_, order) => {
        const steps = (await Promise.all(order.map(stepsOf))).flat().map(patient);
        const printed = await follow(steps, { stack, folder, clock }, 11 * minuteMs);
        for (const { guide, number, prints, code } of steps) {
          const text = printed.get(`${guide} ${number}`);
          const context = `${guide}, block ${number}:\n${code}`;
          if (prints === undefined) continue;
          if (guide === 'sandbox.md') expect(text, context).toBe(prints);
          else expect(text, context).toMatch(patternOf(prints));
        }
        for (const [guide, patterns] of Object.entries(answers)) {
          const own = [...printed]
            .filter(([name]) => name.startsWith(guide))
            .map(([, text]) => text);
          for (const pattern of patterns) expect(own.join(''), guide).toMatch(pattern);
        }
      },
    );

    // Over OpenSSH the file channel's own tests do it.
    const isLacking = path !== undefined;
    const home = (user: string) => join(stack.dataDir, 'sftp/home', user);
    const answerMs = Number(process.env.SVC_GUIDE_ANSWER_MS ?? 60_000);
    const put = { run: 'GUIDE', waveSize: 10, answerMs };
    if (isLacking) {
      it('answers a hundred files of all kinds', { timeout: 5 * minuteMs }, () =>
        answerHundredFiles(
          folders(() => ({ home })),
          put,
        ),
      );
    }
  });
});

it('has no guide that is not walked', async () => {
  const documents = await readdir(join(import.meta.dirname, '../../docs'));
  const others = documents.filter((name) => name.endsWith('.md') && !guides.includes(name));
  expect(others).toEqual([
    'changelog.md',
    'commands.md',
    'concepts.md',
    'control-desk.md',
    'courier-app.md',
    'glossary.md',
    'pages.md',
    'performance.md',
    'scale.md',
    'versioning.md',
    'writing.md',
  ]);
});
