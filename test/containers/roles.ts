/** Roles of the image, and the ports of their containers. */
import { serviceNames } from '@svc/local/services';

export const roles: readonly string[] = [...serviceNames, 'gateway', 'desk'];

/** Of the roles that are reached over HTTP: their ports in the container. */
export const httpPorts = { gateway: 8080, desk: 8082 } as const;
export type HttpRole = keyof typeof httpPorts;
export const isHttpRole = (role: string): role is HttpRole => Object.hasOwn(httpPorts, role);

/** Of a container's name: `gateway#2` is a second one of the role. */
export const roleOf = (name: string): string => name.split('#')[0] ?? name;
