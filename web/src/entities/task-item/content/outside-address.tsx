import { chakra } from '@chakra-ui/react/styled-system';
import { visibleText } from '../../../lib/text/visible-text.ts';
import { inOrder } from '../../../ui/text/in-order.tsx';

/** An address in full, with its host set off, which shows where it really leads. */
export function OutsideAddress({ url }: { url: string }) {
  const { host } = new URL(url);
  const at = url.toLowerCase().indexOf(host);
  const parts =
    at < 0 ? ['', url, ''] : [url.slice(0, at), url.slice(at, at + host.length), url.slice(at + host.length)];
  return (
    <chakra.p fontFamily="mono" fontSize="0.8125rem" color="fg.muted" overflowWrap="anywhere">
      {inOrder(visibleText(parts[0] ?? ''))}
      <chakra.strong color="fg" fontWeight="700">
        {inOrder(visibleText(parts[1] ?? ''))}
      </chakra.strong>
      {inOrder(visibleText(parts[2] ?? ''))}
    </chakra.p>
  );
}
