/** Style sheets of the desk's pages, in their order. */
import { designSheets } from '@svc/web/style';

const own = ['dispatch.css', 'map.css', 'timeline.css', 'page.css'] as const;

export const sheets: readonly URL[] = [
  ...designSheets(['tokens', 'base', 'shell', 'controls', 'tables', 'parts']),
  ...own.map((file) => new URL(`design/${file}`, import.meta.url)),
  ...designSheets(['print']),
];
