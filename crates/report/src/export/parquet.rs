//! Tables in columns. Groups of rows have a fixed length, so that parts that are merged give the same
//! bytes as the whole.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use super::{Table, strange};
use crate::rows::{Column, Value};

/// Rows of a group.
const GROUP: usize = 1 << 16;

/// A table that is written.
pub(super) struct Columns {
    writer: SerializedFileWriter<File>,
    texts: Vec<bool>,
    rows: Vec<Vec<Value>>,
}

fn failed(e: ParquetError) -> io::Error {
    io::Error::other(e)
}

impl Columns {
    pub(super) fn new(file: File, columns: &[Column]) -> io::Result<Self> {
        let field = |column: &Column| {
            let kind = if column.is_text { Physical::BYTE_ARRAY } else { Physical::INT64 };
            let field = Type::primitive_type_builder(&column.name, kind)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(column.is_text.then_some(LogicalType::String));
            field.build().map(Arc::new)
        };
        let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("row").with_fields(fields).build().map_err(failed)?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties));
        let texts = columns.iter().map(|c| c.is_text).collect();
        Ok(Self { writer: writer.map_err(failed)?, texts, rows: Vec::new() })
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for (i, is_text) in self.texts.iter().enumerate() {
            let Some(mut column) = group.next_column()? else { break };
            let cells = || self.rows.iter().map(|row| &row[i]);
            let there: Vec<i16> = cells().map(|v| i16::from(*v != Value::None)).collect();
            if *is_text {
                let word = |v: &Value| match v {
                    Value::Text(word) => Some(ByteArray::from(word.as_str())),
                    _ => None,
                };
                let words: Vec<ByteArray> = cells().filter_map(word).collect();
                column.typed::<ByteArrayType>().write_batch(&words, Some(&there), None)?;
            } else {
                let number = |v: &Value| if let Value::Int(n) = v { Some(*n) } else { None };
                let numbers: Vec<i64> = cells().filter_map(number).collect();
                column.typed::<Int64Type>().write_batch(&numbers, Some(&there), None)?;
            }
            column.close()?;
        }
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

impl Table for Columns {
    fn row(&mut self, row: &[Value]) -> io::Result<()> {
        self.rows.push(row.to_vec());
        if self.rows.len() == GROUP { self.group().map_err(failed) } else { Ok(()) }
    }
    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.group().map_err(failed)?;
        }
        self.writer.close().map(|_| ()).map_err(failed)
    }
}

/// All rows of a table, in order.
pub(super) fn read(
    path: &Path,
    columns: &[Column],
    each: &mut dyn FnMut(&[Value]) -> io::Result<()>,
) -> io::Result<()> {
    let reader = SerializedFileReader::new(File::open(path)?).map_err(failed)?;
    let schema = reader.metadata().file_metadata().schema_descr_ptr();
    let names = schema.columns().iter().map(|c| c.name());
    if !names.eq(columns.iter().map(|c| c.name.as_str())) {
        return Err(strange("other columns"));
    }
    for i in 0..reader.num_row_groups() {
        let group = reader.get_row_group(i).map_err(failed)?;
        let n = group.metadata().num_rows() as usize;
        let mut cells = Vec::new();
        for j in 0..columns.len() {
            cells.push(match group.get_column_reader(j).map_err(failed)? {
                ColumnReader::Int64ColumnReader(column) => values(column, n, Value::Int)?,
                ColumnReader::ByteArrayColumnReader(column) => values(column, n, |word| {
                    Value::Text(String::from_utf8_lossy(word.data()).into_owned())
                })?,
                _ => return Err(strange("other columns")),
            });
        }
        for row in 0..n {
            let row: Vec<Value> = cells.iter().map(|column| column[row].clone()).collect();
            each(&row)?;
        }
    }
    Ok(())
}

/// The cells of a column.
fn values<T: DataType>(
    mut column: ColumnReaderImpl<T>,
    n: usize,
    made: impl Fn(T::T) -> Value,
) -> io::Result<Vec<Value>> {
    let (mut there, mut found) = (Vec::new(), Vec::new());
    while there.len() < n {
        let more = column.read_records(n - there.len(), Some(&mut there), None, &mut found);
        if more.map_err(failed)?.0 == 0 {
            return Err(strange("too few rows"));
        }
    }
    let mut found = found.into_iter();
    let cell = |d: i16| if d == 0 { Some(Value::None) } else { found.next().map(&made) };
    there.into_iter().map(cell).collect::<Option<_>>().ok_or_else(|| strange("too few rows"))
}
