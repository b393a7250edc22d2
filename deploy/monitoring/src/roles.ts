import { serviceNames } from '@svc/local/services';

/** Names of the processes, which are also the jobs of their monitors. */
export const roleNames: readonly string[] = [...serviceNames, 'gateway', 'desk'];
