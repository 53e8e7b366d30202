import { chakra } from '@chakra-ui/react/styled-system';
import { CircleCheck, CircleX } from 'lucide-react';

/** How a container ended: 0 in green is success, anything else in red is failure. */
export function ExitCode({ code }: { code: number }) {
  const succeeded = code === 0;
  const Icon = succeeded ? CircleCheck : CircleX;
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="4px"
      whiteSpace="nowrap"
      color={succeeded ? 'approve.fg' : 'reject.fg'}
      title={succeeded ? 'Success' : 'Failure'}
    >
      <Icon size={14} aria-hidden />
      Exit code {code}
    </chakra.span>
  );
}
