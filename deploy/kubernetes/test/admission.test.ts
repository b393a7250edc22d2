import { describe, expect, it } from 'vitest';
import type { Operation } from '../src/kustomization.ts';
import { problemsOf } from '../src/rules/problems.ts';
import { built, changed, plant } from './overlay-build.ts';

const live = [...built('live'), ...built('sftp')];
const { set, add, remove } = plant;
const pod = '/spec/template/spec';
const container = `${pod}/containers/0`;
const forbidden = 'its namespace admits no pod that';

describe('pod security refuses', () => {
  it.each<[string, Operation, string]>([
    ['Job migrate-jobs', set(`${pod}/securityContext/runAsNonRoot`, false), 'may run as root'],
    ['Deployment jobs', set(`${pod}/securityContext/runAsUser`, 0), 'may run as root'],
    ['StatefulSet nats', remove(`${pod}/securityContext/seccompProfile`), 'has no seccomp profile'],
    [
      'Deployment gateway',
      remove(`${container}/securityContext/capabilities/drop`),
      'keeps capabilities',
    ],
    [
      'Deployment desk',
      add(`${container}/securityContext/capabilities/add`, ['CHOWN']),
      'adds CHOWN',
    ],
    ['Deployment jobs', add(`${pod}/volumes/-`, { name: 'nfs', nfs: {} }), 'mounts a nfs'],
    ['Deployment sftp', add(`${pod}/hostNetwork`, true), 'sets hostNetwork'],
    ['Deployment sftp', add(`${pod}/volumes/-`, { name: 'h', hostPath: {} }), 'mounts a hostPath'],
    [
      'Deployment sftp',
      add(`${container}/securityContext/capabilities/add/-`, 'SYS_ADMIN'),
      'adds SYS_ADMIN',
    ],
  ])('the %s with %j, which %s', (target, change, problem) => {
    expect(problemsOf(changed(live, target, change))).toContainEqual(
      expect.stringContaining(`${target}: ${forbidden} ${problem}`),
    );
  });

  it('a server that starts as root in the namespace of the services', () => {
    const moved = built('sftp').map((one) => ({
      ...one,
      metadata: { ...one.metadata, namespace: 'svc-live' },
    }));
    expect(problemsOf([...built('live'), ...moved])).toContain(
      `Deployment sftp: ${forbidden} may run as root (sftp)`,
    );
    const open = changed(live, 'Namespace svc-live', remove('/metadata/labels'));
    expect(problemsOf(open)).toEqual(['Namespace svc-live: enforces no pod security']);
  });
});
