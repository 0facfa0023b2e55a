//! Reads what Luau's compiler makes of a file. Its format is Luau's own affair and may change with any version, so
//! whatever is not exactly as expected ends the reading: then the file has no plans, and nothing else is lost.

/// The version of the format, and that of the types in it, which are passed over.
const VERSION: u8 = 9;
const TYPES: u8 = 3;

/// The file is not as expected.
#[derive(Debug)]
pub(crate) struct Unknown;

type Res<T> = Result<T, Unknown>;

/// A file: its functions, of which one is the file as a whole.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(super) protos: Vec<Proto>,
    pub(super) main: usize,
    /// Every text that is written in it.
    pub(super) texts: Vec<Vec<u8>>,
}

/// A function as it is written; with values for what it catches from around it, it is a closure.
#[derive(Debug)]
pub(super) struct Proto {
    /// Registers that it uses.
    pub(super) registers: u8,
    pub(super) params: u8,
    pub(super) vararg: bool,
    /// Words: an instruction in the lowest byte and what it is about above; some take a second word.
    pub(super) code: Vec<u32>,
    pub(super) constants: Vec<Constant>,
    pub(super) children: Vec<usize>,
    /// The line of each word.
    lines: Vec<u32>,
}

/// What instructions name by number.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Nil,
    Bool(bool),
    Number(f64),
    /// By its place among the texts of the file.
    Text(usize),
    /// A name of the library, `math.max`, as the texts on the way.
    Import(Vec<usize>),
    /// A table to be copied: constants as keys and, where they are known, values.
    Template(Vec<(usize, Option<usize>)>),
    Closure(usize),
    /// Nothing that a plan knows.
    Other,
}

impl Proto {
    /// The line of a word; 0 if unknown.
    pub(super) fn line(&self, word: usize) -> u32 {
        self.lines.get(word).copied().unwrap_or(0)
    }
}

impl Chunk {
    /// Reads a compiled file.
    pub(crate) fn read(bytes: &[u8]) -> Res<Self> {
        let mut r = Reader { bytes };
        if (r.byte()?, r.byte()?) != (VERSION, TYPES) {
            return Err(Unknown);
        }
        let n = r.number()?;
        let texts = (0..n).map(|_| r.counted().map(<[u8]>::to_vec)).collect::<Res<Vec<_>>>()?;
        while r.byte()? != 0 {
            r.number()?; // names of types
        }
        let n = r.number()?;
        let protos = (0..n).map(|_| r.proto(&texts)).collect::<Res<Vec<_>>>()?;
        let main = r.number()?;
        let known = |p: &usize| *p < protos.len();
        let is_sound = known(&main)
            && protos.iter().flat_map(|p| &p.children).all(known)
            && protos.iter().flat_map(|p| &p.constants).all(|c| match c {
                Constant::Closure(p) => known(p),
                _ => true,
            });
        if !is_sound || !r.bytes.is_empty() {
            return Err(Unknown);
        }
        Ok(Self { protos, main, texts })
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Res<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(n).ok_or(Unknown)?;
        self.bytes = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Res<u8> {
        self.take(1).map(|b| b[0])
    }

    fn word(&mut self) -> Res<u32> {
        let word = self.take(4)?.try_into().map_err(|_| Unknown)?;
        Ok(u32::from_le_bytes(word))
    }

    /// Seven bits in a byte, the lowest first; the eighth says that there are more.
    fn number(&mut self) -> Res<usize> {
        let mut n = 0;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            n |= usize::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(n);
            }
        }
        Err(Unknown)
    }

    fn counted(&mut self) -> Res<&'a [u8]> {
        let n = self.number()?;
        self.take(n)
    }

    /// A text by its place, from 1; 0 = none.
    fn text(&mut self, texts: &[Vec<u8>]) -> Res<Option<usize>> {
        match self.number()? {
            0 => Ok(None),
            n if n <= texts.len() => Ok(Some(n - 1)),
            _ => Err(Unknown),
        }
    }

    fn proto(&mut self, texts: &[Vec<u8>]) -> Res<Proto> {
        let (registers, params) = (self.byte()?, self.byte()?);
        let _upvalues = self.byte()?;
        let vararg = self.byte()? != 0;
        let _flags = self.byte()?;
        let _types = self.counted()?;
        let n = self.number()?;
        let code = (0..n).map(|_| self.word()).collect::<Res<Vec<_>>>()?;
        let n = self.number()?;
        let mut constants = Vec::new();
        for _ in 0..n {
            let constant = self.constant(texts, &constants)?;
            constants.push(constant);
        }
        let n = self.number()?;
        let children = (0..n).map(|_| self.number()).collect::<Res<Vec<_>>>()?;
        let _defined = self.number()?;
        let _name = self.text(texts)?;
        let lines = if self.byte()? == 0 { Vec::new() } else { self.lines(code.len())? };
        if self.byte()? != 0 {
            for _ in 0..self.number()? {
                // A variable: its name, where it lives.
                let _ = (self.number()?, self.number()?, self.number()?, self.byte()?);
            }
            for _ in 0..self.number()? {
                self.number()?;
            }
        }
        Ok(Proto { registers, params, vararg, code, constants, children, lines })
    }

    fn constant(&mut self, texts: &[Vec<u8>], before: &[Constant]) -> Res<Constant> {
        Ok(match self.byte()? {
            0 => Constant::Nil,
            1 => Constant::Bool(self.byte()? != 0),
            2 => {
                let bytes = self.take(8)?.try_into().map_err(|_| Unknown)?;
                Constant::Number(f64::from_le_bytes(bytes))
            }
            3 => Constant::Text(self.text(texts)?.ok_or(Unknown)?),
            4 => {
                // Up to three numbers of ten bits, how many in the two above.
                let path = self.word()?;
                let name = |i: u32| match before.get((path >> (20 - 10 * i) & 1023) as usize) {
                    Some(Constant::Text(text)) => Ok(*text),
                    _ => Err(Unknown),
                };
                Constant::Import((0..path >> 30).map(name).collect::<Res<Vec<_>>>()?)
            }
            5 => {
                let n = self.number()?;
                let keys = (0..n).map(|_| Ok((self.number()?, None)));
                Constant::Template(keys.collect::<Res<Vec<_>>>()?)
            }
            6 => Constant::Closure(self.number()?),
            7 => self.take(16).map(|_| Constant::Other)?,
            8 => {
                let n = self.number()?;
                let entry = |_| {
                    let (key, value) = (self.number()?, self.word()?.cast_signed());
                    Ok((key, usize::try_from(value).ok()))
                };
                Constant::Template((0..n).map(entry).collect::<Res<Vec<_>>>()?)
            }
            _ => return Err(Unknown),
        })
    }

    /// Lines are written as steps from word to word, within steps of many words.
    fn lines(&mut self, words: usize) -> Res<Vec<u32>> {
        let span = self.byte()?;
        if span > 30 || words == 0 {
            return Err(Unknown);
        }
        let steps = self.take(words)?;
        let mut base = 0_u32;
        let bases = (0..=(words - 1) >> span).map(|_| {
            base = base.wrapping_add(self.word()?);
            Ok(base)
        });
        let bases = bases.collect::<Res<Vec<_>>>()?;
        let mut step = 0_u8;
        let line = |(i, by): (usize, &u8)| {
            step = step.wrapping_add(*by);
            bases[i >> span].wrapping_add(u32::from(step))
        };
        Ok(steps.iter().enumerate().map(line).collect())
    }
}
