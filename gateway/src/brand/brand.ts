/** The carrier on public pages: name, contact, colour and logo, as its settings say. */
import type { Party } from '@svc/contracts';
import { carrierOf } from '@svc/kit/settings';
import type { ServedFile } from '@svc/web/browser-code';
import { accentOf } from '@svc/web/colours';
import { pageAssets } from '@svc/web/page-assets';
import { designSheets } from '@svc/web/style';
import type { GatewayConfig } from '../config.ts';
import { readLogo } from './logo.ts';

export const pageFilesPath = '/pages';
export const tilesPath = '/map.pmtiles';

export interface Brand {
  carrier: Party;
  /** Addresses of style sheet and logo. */
  style: string;
  logo: string | undefined;
  /** By name, below the path of the pages' files. */
  files: ReadonlyMap<string, ServedFile>;
}

const sheets = [
  ...designSheets(['tokens', 'base', 'controls', 'tables', 'parts', 'chart', 'map']),
  ...['public.css', 'tracking/tracking.css', 'proof/proof.css'].map(
    (name) => new URL(`../pages/${name}`, import.meta.url),
  ),
];

export function brandOf(config: GatewayConfig): Brand {
  const { SVC_CARRIER_COLOR: colour, SVC_CARRIER_LOGO: logoFile } = config;
  const { style, files } = pageAssets(sheets, pageFilesPath, colour && accentRule(colour));
  const [name, logo] = logoFile === undefined ? [] : readLogo(logoFile);
  return {
    carrier: carrierOf(config),
    style,
    logo: name && `${pageFilesPath}/${name}`,
    files: new Map([...files, ...(name && logo ? [[name, logo] as const] : [])]),
  };
}

function accentRule(colour: string): string {
  const { light, dark } = accentOf(colour);
  return `:root { --link: light-dark(${light}, ${dark}); }`;
}
