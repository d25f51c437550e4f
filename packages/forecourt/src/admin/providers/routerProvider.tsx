import { forwardRef, useCallback, useLayoutEffect, useRef } from 'react';
import { reactRouterProvider, type RouterNavigateFunction, type RouterProvider } from 'react-admin';
import { Link as RouterLink, useLocation, type LinkProps } from 'react-router';
import type { AdminModel } from '../model/adminModel.ts';
import { documentedTarget, withView } from '../model/documentedUrls.ts';

/** react-admin's router with its own links translated to the documented addresses, so that every built-in button works unchanged. */
export function createRouterProvider(model: Pick<AdminModel, 'entries'>): RouterProvider {
  const { entries } = model;

  const Link = forwardRef<HTMLAnchorElement, LinkProps>(function DocumentedLink(props, ref) {
    return <RouterLink {...props} ref={ref} to={documentedTarget(entries, props.to)} />;
  });

  const useNavigate = (): RouterNavigateFunction => {
    const navigate = reactRouterProvider.useNavigate();
    const { search } = useLocation();
    const here = useRef(search);
    useLayoutEffect(() => {
      here.current = search;
    }, [search]);
    return useCallback(
      (to, options) =>
        navigate(typeof to === 'number' ? to : withView(documentedTarget(entries, to), here.current), options),
      [navigate],
    );
  };

  const Navigate: RouterProvider['Navigate'] = (props) => (
    <reactRouterProvider.Navigate {...props} to={documentedTarget(entries, props.to)} />
  );

  return { ...reactRouterProvider, Link: Link as RouterProvider['Link'], Navigate, useNavigate };
}
