/** OpenSSH for wholesalers: one server with their homes on a volume. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KubernetesObject, labelsOf, selectorOf } from '../manifest.ts';
import { ports } from '../settings.ts';
import { serviceAccount } from './role-objects.ts';

export const sftp = { name: 'sftp', component: 'sftp' } as const;
const settings = join(import.meta.dirname, '../../../sftp/sshd_config');
const metadata = { name: sftp.name, labels: labelsOf(sftp) };

export const sftpObjects = (): KubernetesObject[] => [
  serviceAccount(sftp.name, labelsOf(sftp)),
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata,
    data: { sshd_config: readFileSync(settings, 'utf8') },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'sftp-wholesalers', labels: labelsOf(sftp) },
    // A line is a user and the centres of the wholesaler, as in files.putWholesaler.
    data: { wholesalers: '# user centre centre\n' },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'sftp-homes', labels: labelsOf(sftp) },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '20Gi' } } },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: {
      type: 'LoadBalancer',
      // OpenSSH counts connections per address.
      externalTrafficPolicy: 'Local',
      selector: selectorOf(sftp),
      ports: [{ name: 'sftp', port: ports.sftp, targetPort: 'sftp' }],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 1,
      // The volume is attached to one node at a time.
      strategy: { type: 'Recreate' },
      selector: { matchLabels: selectorOf(sftp) },
      template: { metadata: { labels: labelsOf(sftp) }, spec: pod },
    },
  },
];

const probe = (failureThreshold: number) => ({
  tcpSocket: { port: 'sftp' },
  periodSeconds: 5,
  failureThreshold,
});

/** sshd starts as root: it changes roots and users, and binds port 22. Nothing else is left to it. */
const capabilities = ['CHOWN', 'NET_BIND_SERVICE', 'SETGID', 'SETUID', 'SYS_CHROOT'];

const container = {
  name: 'sftp',
  image: 'svc-sftp',
  ports: [{ name: 'sftp', containerPort: ports.sftp }],
  startupProbe: probe(30),
  livenessProbe: probe(6),
  readinessProbe: probe(2),
  lifecycle: { preStop: { sleep: { seconds: 5 } } },
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '256Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'], add: capabilities },
  },
  volumeMounts: [
    { name: 'homes', mountPath: '/srv/sftp' },
    { name: 'accounts', mountPath: '/var/lib/extrausers' },
    { name: 'keys', mountPath: '/etc/svc-sftp' },
    { name: 'run', mountPath: '/run/sshd' },
    { name: 'settings', mountPath: '/mnt/settings', readOnly: true },
    { name: 'wholesalers', mountPath: '/mnt/wholesalers', readOnly: true },
    { name: 'public-keys', mountPath: '/mnt/keys', readOnly: true },
    { name: 'host-key', mountPath: '/mnt/host', readOnly: true },
  ],
};

const pod = {
  serviceAccountName: sftp.name,
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  terminationGracePeriodSeconds: 30,
  securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
  containers: [container],
  volumes: [
    { name: 'homes', persistentVolumeClaim: { claimName: 'sftp-homes' } },
    { name: 'accounts', emptyDir: { medium: 'Memory' } },
    { name: 'keys', emptyDir: { medium: 'Memory' } },
    { name: 'run', emptyDir: {} },
    { name: 'settings', configMap: { name: sftp.name } },
    { name: 'wholesalers', configMap: { name: 'sftp-wholesalers' } },
    { name: 'public-keys', secret: { secretName: 'sftp-keys' } },
    {
      name: 'host-key',
      secret: { secretName: 'sftp-host', items: [{ key: 'host_key', path: 'host_key' }] },
    },
  ],
};
