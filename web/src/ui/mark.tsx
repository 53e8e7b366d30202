/** The mark: a check inside a stamp ring. Drawn in the current colour. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      style={{ pointerEvents: 'none' }}
    >
      <circle cx="24" cy="24" r="21" strokeWidth="3" />
      <circle cx="24" cy="24" r="15.5" strokeWidth="1.5" strokeDasharray="2.2 2.67" />
      <path d="M16.5 24.5l5.5 5.5 10-11.5" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
