/** One Job per service: the image's `migrate`, the only process that gets the owner's URL. */
import { type KubernetesObject, labelsOf } from '../manifest.ts';
import { hasDatabase, type Role, roles } from '../roles.ts';
import { roleSecret } from '../secrets.ts';
import {
  containerSecurity,
  fromFile,
  keyFile,
  podSecurity,
  postgresAuthority,
  postgresVariables,
  temporary,
  value,
} from './pod.ts';
import { serviceAccount } from './role-objects.ts';

const account = 'migration';

export const migrations = (): KubernetesObject[] => [
  serviceAccount(account, labelsOf({ name: account, component: 'migration' })),
  ...roles.filter(hasDatabase).map(migration),
];

function migration({ name }: Role): KubernetesObject {
  const labels = labelsOf({ name, component: 'migration' });
  const password = keyFile(roleSecret(name), 'database-password');
  const owner = keyFile('postgres-app', 'uri');
  const parts = [temporary, postgresAuthority, password, owner];
  const settings = { valueFrom: { configMapKeyRef: { name: 'settings', key: 'SVC_ENVIRONMENT' } } };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: `migrate-${name}`, labels },
    spec: {
      // Postgres may still be starting; an advisory lock lets one migration run at a time.
      backoffLimit: 10,
      activeDeadlineSeconds: 1_800,
      ttlSecondsAfterFinished: 3_600,
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: account,
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          restartPolicy: 'Never',
          securityContext: podSecurity,
          containers: [
            {
              name: 'migrate',
              image: 'svc',
              args: ['migrate'],
              env: [
                value('SVC_SERVICE', name),
                { name: 'SVC_ENVIRONMENT', ...settings },
                fromFile('SVC_DATABASE_PASSWORD', password.path),
                fromFile('SVC_POSTGRES_URL', owner.path),
                ...postgresVariables,
              ],
              resources: {
                requests: { cpu: '100m', memory: '192Mi' },
                limits: { memory: '512Mi' },
              },
              securityContext: containerSecurity,
              volumeMounts: parts.map(({ mount }) => mount),
            },
          ],
          volumes: parts.map(({ volume }) => volume),
        },
      },
    },
  };
}
