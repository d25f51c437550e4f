import { act, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UNSAFE_LocationContext as LocationContext, useLocation } from 'react-router';
import { AddressProvider, createAddress, FollowAddress } from './address.tsx';

const kept = { location: { pathname: '/kept', search: '', hash: '', state: null, key: 'kept' } };

/** Notes each time it is drawn, with the address it reads. */
function Reader({ name, drawn }: { name: string; drawn: string[] }) {
  const { pathname } = useLocation();
  drawn.push(`${name} ${pathname}`);
  return <p>{`${name} at ${pathname}`}</p>;
}

describe('address', () => {
  it('draws what follows the address, and neither a page with an address of its own nor what stands around', () => {
    const drawn: string[] = [];
    const address = createAddress();
    render(
      <AddressProvider address={address}>
        <Reader name="around" drawn={drawn} />
        <LocationContext value={kept as never}>
          <Reader name="page" drawn={drawn} />
        </LocationContext>
        <FollowAddress>
          <Reader name="menu" drawn={drawn} />
        </FollowAddress>
      </AddressProvider>,
    );
    expect(drawn).toEqual(['around /', 'page /kept', 'menu /']);
    act(() => address.navigator.push('/books?page=2'));
    expect(drawn.slice(3)).toEqual(['menu /books']);
    expect(screen.getByText('menu at /books')).toBeTruthy();
    expect(window.location.search).toBe('?page=2');
  });

  it('answers where the browser is to whatever is drawn later', () => {
    const drawn: string[] = [];
    const address = createAddress();
    const { rerender } = render(<AddressProvider address={address}>{null}</AddressProvider>);
    act(() => address.navigator.replace('/books'));
    rerender(
      <AddressProvider address={address}>
        <Reader name="late" drawn={drawn} />
      </AddressProvider>,
    );
    expect(drawn).toEqual(['late /books']);
    expect(address.get().navigationType).toBe('REPLACE');
  });
});
