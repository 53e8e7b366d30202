import { configure } from '@testing-library/react';

// One second is not enough where other tests run beside.
configure({ asyncUtilTimeout: 10_000 });
