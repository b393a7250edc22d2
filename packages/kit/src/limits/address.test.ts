import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { addressGroup, callerAddress } from './address.ts';

function requestFrom(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded;
  return request;
}

it.each([
  ['the peer, when no proxy is trusted', 0, '9.9.9.9', '10.0.0.1'],
  ['what the only proxy saw', 1, '6.6.6.6, 9.9.9.9', '9.9.9.9'],
  ['what the outer of two proxies saw', 2, '6.6.6.6, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
  ['the peer, when there are fewer entries than proxies', 3, '6.6.6.6, 9.9.9.9', '10.0.0.1'],
  ['an address without its port', 1, '6.6.6.6, 9.9.9.9:5678', '9.9.9.9'],
  ['an IPv6 address without brackets and port', 1, '[2001:db8::1]:5678', '2001:db8::1'],
  ['an IPv6 address without brackets', 1, '[2001:db8::1]', '2001:db8::1'],
  ['an IPv6 address as it stands', 1, '2001:db8::1', '2001:db8::1'],
  ['as it stands, when its brackets are empty', 1, '[]:5678', '[]:5678'],
  ['the peer, when a proxy says nothing', 1, undefined, '10.0.0.1'],
])("the caller's address is found in the case %s", (_name, hops, forwarded, expected) => {
  expect(callerAddress(requestFrom('10.0.0.1', forwarded), hops)).toBe(expected);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['not an address', 'not an address'],
])('the address group of %s is %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});
