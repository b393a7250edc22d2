/** Linters and the comparison of OpenAPI documents, run offline and without telemetry. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { z } from 'zod';

const run = promisify(execFile);
const redoclyPath = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const offline = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NODE_DISABLE_COMPILE_CACHE: '1',
};
const outputBytesMax = 64 * 1_048_576;

/** Runs the CLI of Redocly in a folder, where its report of a failure is the error's message. */
export async function redocly(args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: { PATH: process.env.PATH, ...offline }, maxBuffer: outputBytesMax };
  try {
    const { stdout } = await run(process.execPath, [redoclyPath, ...args], options);
    return stdout;
  } catch (error) {
    const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse(error);
    throw new Error(`redocly ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Rejects for a document that breaks a rule, even one that only warns. */
export const lint = (file: string, cwd: string): Promise<string> =>
  redocly(['lint', file, '--extends=recommended-strict'], cwd);

/** Rejects for a revision that a client of the base would notice. */
export const compare = (base: string, revision: string, cwd: string): Promise<string> =>
  redocly(['diff', base, revision, '--fail-on=major'], cwd);

const scoreForm = z.object({ agentReadiness: z.number(), discoverability: z.number() });
export type Scores = z.output<typeof scoreForm>;

/** Out of 100: how well an agent, and so a newcomer, can use the API; how easily it finds its way. */
export async function score(file: string, cwd: string): Promise<Scores> {
  const text = await redocly(['score', file, '--format=json'], cwd);
  return scoreForm.parse(JSON.parse(text.slice(text.indexOf('{'))));
}

/** Faults by the rules for OpenAPI that Spectral recommends. */
export async function spectralFaults(document: object): Promise<string[]> {
  const spectral = new spectralCore.Spectral();
  const rules: unknown = { extends: [[oas, 'recommended']], rules: {} };
  if (isRuleset(rules)) spectral.setRuleset(rules);
  const found = await spectral.run(JSON.stringify(document));
  return found.map(({ code, message, path }) => `${code} at /${path.join('/')}: ${message}`);
}

/** Its own rule set for OpenAPI does not satisfy the type that it declares for rule sets. */
const isRuleset = (value: unknown): value is spectralCore.RulesetDefinition =>
  typeof value === 'object' && value !== null && 'extends' in value;
