//! The memory through which a program and the module exchange bytes.
//!
//! The program writes a request of k bytes to the address that `request(k)` returns, calls `answer()`,
//! which returns the length of the answer, and reads the answer at `answer_address()`. Meanwhile the
//! module calls two functions of the program: `seconds`, and `tell` with the address and length of a
//! message. After a trap the module must not be used again.

use std::cell::RefCell;

use crate::{Engine, Host};

#[derive(Default)]
struct Memory {
    request: Vec<u8>,
    answer: Vec<u8>,
    engine: Engine,
}

thread_local! {
    static MEMORY: RefCell<Memory> = RefCell::default();
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    safe fn seconds() -> f64;
    safe fn tell(address: *const u8, length: usize);
}

struct Program;

impl Host for Program {
    fn seconds(&self) -> f64 {
        seconds()
    }

    fn tell(&mut self, message: &[u8]) {
        tell(message.as_ptr(), message.len());
    }
}

/// Makes room for a request of `length` bytes and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    MEMORY.with_borrow_mut(|memory| {
        memory.request = vec![0; length];
        memory.request.as_mut_ptr()
    })
}

/// Answers the request and returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    MEMORY.with_borrow_mut(|memory| {
        memory.answer = memory.engine.answer(&memory.request, &mut Program);
        memory.answer.len()
    })
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_address() -> *const u8 {
    MEMORY.with_borrow(|memory| memory.answer.as_ptr())
}
