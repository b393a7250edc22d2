/** Which pod gets which Secret: planted mistakes, each found. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '../src/kustomization.ts';
import type { Json } from '../src/manifest.ts';
import { installation } from '../src/rules/installation.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { built, changed } from './overlay-build.ts';

const live = built('live');
const container = '/spec/template/spec/containers/0';
const variables = installation(live)
  .workloads.filter(({ kind, name }) => kind === 'Deployment' && name === 'jobs')
  .flatMap(({ spec }) => spec.template.spec.containers)
  .flatMap(({ env }) => env.map(({ name }) => name));
const variable = (name: string) => `${container}/env/${variables.indexOf(name)}`;
const set = (path: string, value: Json): Operation => ({ op: 'replace', path, value });

describe('a pod does not get', () => {
  it.each<[string, readonly [string, string], Operation, string]>([
    [
      "another role's secret",
      ['Deployment', 'jobs'],
      set(`${variable('SVC_SECRET')}/valueFrom/secretKeyRef/name`, 'role-accounts'),
      'secret of role-accounts, which is not its own',
    ],
    [
      "the owner's URL in a service",
      ['Deployment', 'jobs'],
      set(`${variable('SVC_SECRET')}/valueFrom/secretKeyRef`, { name: 'postgres-app', key: 'uri' }),
      'uri of postgres-app, which is not its own',
    ],
    [
      'a migration that gets the secret of its service',
      ['Job', 'migrate-jobs'],
      set(`${container}/env/2/valueFrom/secretKeyRef/key`, 'secret'),
      'secret of role-jobs, which is not its own',
    ],
    [
      'the whole certificate of NATS, with its key, in a service',
      ['Deployment', 'jobs'],
      set('/spec/template/spec/volumes/0', { name: 'tmp', secret: { secretName: 'nats-tls' } }),
      'nats-tls, which is not its own',
    ],
  ])('what another role alone needs: %s', (_, target, change, problem) => {
    expect(problemsOf(changed(live, target, [change]))).toContainEqual(
      expect.stringContaining(problem),
    );
  });
});
