/** The curl lines of the sandbox's reference and limits, run by a shell as they stand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stage, startStage } from '../journeys/environment.ts';
import { openWorkshop, programsIn, type Workshop } from './languages.ts';

let sandbox: Stage;
let workshop: Workshop;
beforeAll(async () => {
  sandbox = await startStage({ environment: 'sandbox' });
  workshop = await openWorkshop();
});
afterAll(async () => {
  await workshop.close();
  await sandbox.stop();
});

const read = async (path: string) => (await fetch(`${sandbox.publicUrl}${path}`)).text();

it('answers every request that needs nothing but a session', { timeout: 180_000 }, async () => {
  const links = (await read('/llms.txt')).matchAll(/\/docs\/(?:reference\/[\w-]+|limits)\.md/g);
  const paths = [...new Set([...links].map(([path]) => path))];
  const pages = await Promise.all(paths.map(read));
  const programs = pages
    .flatMap((page) => programsIn(page, 'sh'))
    .filter((program) => !/\/\{\w+\}/.test(program));
  expect(programs.length).toBeGreaterThan(8);
  for (const program of programs) {
    const session = crypto.randomUUID();
    const printed = await workshop.run('sh', program.replaceAll('your-session', session), {});
    expect(printed, program).toMatch(/^\{/);
    expect(printed, program).not.toContain('"request_id":"req_');
  }
});
